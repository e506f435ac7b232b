"""The tools of the editor: one class per gesture. They use the edit state and the document but no widgets."""

from studio.gui.editor.tools.base import PanTool, PlaceTool, SelectTool, Tool, ToolEvent
from studio.gui.editor.tools.paint import BorderTool, EraseTool, PickTool, StampTool, VoidTool
from studio.gui.editor.tools.shapes import CoastTool, EllipseTool, FillTool, LineTool, RectangleTool
from studio.gui.editor.tools.word import WordTool

TOOLS: tuple[type[Tool], ...] = (
    SelectTool,
    PanTool,
    StampTool,
    LineTool,
    RectangleTool,
    EllipseTool,
    FillTool,
    CoastTool,
    WordTool,
    EraseTool,
    PickTool,
    VoidTool,
    BorderTool,
    PlaceTool,
)  # in the order of the tool bar

__all__ = ["TOOLS", "Tool", "ToolEvent"]
