"""The JSON Schema of what commands print with `--json`: one definition per command, written with json_schemas.py.

`VERSION` rises when a field is removed, renamed or has another meaning; new fields do not change it. Texts for people
are in the language in use.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

VERSION = 1

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TRUTH: Schema = {"type": "boolean"}
NULL: Schema = {"type": "null"}
ANY: Schema = {}


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def many(item: Schema, **more: int) -> Schema:
    return {"type": "array", "items": item, **more}


def some(*words: str) -> Schema:
    return {"enum": list(words)}


def by_name(value: Schema) -> Schema:
    """An object whose keys are names, such as those of spaces or statistics."""
    return {"type": "object", "additionalProperties": value}


def either(*kinds: Schema) -> Schema:
    return {"anyOf": list(kinds)}


def maybe(kind: Schema) -> Schema:
    return either(kind, NULL)


def fields(optional: Schema | None = None, /, **required: Schema) -> Schema:
    """An object with these fields and, if present, the optional ones, but no others."""
    properties = {name.rstrip("_"): kind for name, kind in required.items()}
    return {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


WORDS = many(TEXT)
COUNTS = by_name(WHOLE)
INTERVAL = ref("interval")
UNUSABLE = ref("unusable")
SAVED = {"file": TEXT, "output": TEXT}  # a file that was read, and the one that was written
SEVERITY = some("error", "warning", "info")
CHOICE: Schema = {"type": ["string", "integer", "boolean"]}
VERDICT = some("fair", "unfair", "open")
PAIR = {
    "bot": TEXT,
    "against": TEXT,
    "win_rate": INTERVAL,
    "elo_difference": maybe(INTERVAL),
    "superiority": maybe(NUMBER),
}
SKILL_RATES = {"here": INTERVAL, "beside": maybe(INTERVAL), "difference": maybe(INTERVAL)}
OUTCOME = {"scores": many(WHOLE), "winners": many(WHOLE), "verdict": TEXT}
EXPLANATION = {"code": TEXT, "title": TEXT, "clause": TEXT, "paragraphs": WORDS, "matters": TEXT}
BLOCKS = many(fields(kind=TEXT, words=TEXT))
RULING = fields(game=TEXT, clause=TEXT, title=TEXT, blocks=BLOCKS)

SHARED: dict[str, Schema] = {
    "interval": {
        "description": "An estimate with its confidence interval; null if it cannot be computed.",
        **fields(value=maybe(NUMBER), low=maybe(NUMBER), high=maybe(NUMBER)),
    },
    "summary": {
        "description": "Mean with half the width of its confidence interval, standard deviation, and quartiles.",
        **fields(
            {"counts": COUNTS},
            count=WHOLE,
            mean=NUMBER,
            half=maybe(NUMBER),
            deviation=maybe(NUMBER),
            least=NUMBER,
            lower=NUMBER,
            median=NUMBER,
            upper=NUMBER,
            most=NUMBER,
        ),
    },
    "unusable": {
        "description": "A file that cannot be read; the reason is `unusable`.",
        "type": "object",
        "properties": SAVED | {"unusable": TEXT},
        "required": ["file", "unusable"],
    },
    "problem": fields(
        code=TEXT,
        severity=SEVERITY,
        message=TEXT,
        cells=many(WHOLE),
        names=WORDS,
        edges=many(many(WHOLE, minItems=2, maxItems=2)),
        field=TEXT,
        fix=maybe(TEXT),
    ),
    "side": fields(
        {"places": by_name(by_name(ref("summary")))},
        layout=TEXT,
        hash=TEXT,
        options=by_name(ANY),
        matches=WHOLE,
        shared_wins=WHOLE,
        decisions=WHOLE,
        draws=WHOLE,
        length=maybe(ref("summary")),
        fairness=fields(
            verdict=VERDICT,
            margin=NUMBER,
            seat=maybe(WHOLE),
            offset=maybe(NUMBER),
            within=maybe(NUMBER),
            more_matches=maybe(WHOLE),
            bots_differ=TRUTH,
        ),
        trace=many(ANY),
        mostly_limit=TRUTH,
        endings=COUNTS,
        seats=many(
            {
                "type": "object",
                "properties": {
                    "seat": WHOLE,
                    "wins": NUMBER,
                    "win_rate": maybe(INTERVAL),
                    "equal_strength": maybe(INTERVAL),
                },
                "required": ["seat", "wins", "win_rate", "equal_strength", "points"],
                "additionalProperties": maybe(ref("summary")),  # statistics of the game
            }
        ),
        bots=many(
            fields(
                bot=TEXT, matches=WHOLE, win_rate=maybe(INTERVAL), elo=maybe(INTERVAL), by_seat=many(maybe(INTERVAL))
            )
        ),
        pairs=maybe(fields(counts=many(WHOLE), **PAIR)),
        numbers=by_name(ref("summary")),
        course=maybe(
            fields(matches=WHOLE, measures=by_name(maybe(INTERVAL)), over_time=by_name(many(maybe(INTERVAL))))
        ),
        counts=by_name(COUNTS),
        spaces=by_name(COUNTS),
        curves=by_name(many(many(NUMBER))),
        titles=by_name(TEXT),
        failures=many(ANY),
    ),
    "report": fields(
        format={"const": "studio.lab"},
        version=WHOLE,
        program=TEXT,
        game=TEXT,
        layout=TEXT,
        seed=WHOLE,
        experiment={
            "type": "object",
            "properties": {
                "seats": WHOLE,
                "bots": WORDS,
                "rotated": TRUTH,
                "stop": by_name(ANY),
                "tallies": WORDS,
                "level": NUMBER,
                "reproducible": TRUTH,
                "opening_plies": WHOLE,
                "target_length": WHOLE,
            },
            "required": ["seats", "bots", "rotated", "stop", "level"],
        },
        state=TEXT,
        matches=WHOLE,
        sides=many(ref("side"), minItems=1, maxItems=2),
        difference=maybe(fields(pairs=WHOLE, win_rate=many(INTERVAL), points=many(INTERVAL), decisions=INTERVAL)),
        skill=maybe(
            fields(
                bots=WORDS,
                fair=NUMBER,
                beside=maybe(fields(layout=TEXT, hash=TEXT)),
                trace=maybe(ref("trace")),
                rungs=many(fields(weaker=TEXT, stronger=TEXT, matches=WHOLE, **SKILL_RATES)),
            )
        ),
        run=by_name(ANY),
    ),
    "trace": fields(doublings=WHOLE, matches=WHOLE, **SKILL_RATES),
    "improvement": fields(changed=TEXT, unevenness=INTERVAL, verdict=VERDICT, fairer_by=NUMBER),
}

COMMANDS: dict[str, Schema] = {
    "games": many(
        fields(
            slug=TEXT,
            name=TEXT,
            author=TEXT,
            year=WHOLE,
            seats=many(WHOLE),
            options=many(fields(key=TEXT, name=TEXT, help=TEXT, default=ANY)),
        )
    ),
    "new": either(
        fields(game=TEXT, output=TEXT, seed=WHOLE, choices=by_name(CHOICE)),
        fields(
            templates=many(fields(key=TEXT, name=TEXT)),
            choices=many(
                fields(
                    {"least": WHOLE, "most": WHOLE, "values": WORDS},
                    key=TEXT,
                    name=TEXT,
                    kind=TEXT,
                    value=CHOICE,
                )
            ),
        ),
    ),
    "complete": either(
        fields(**SAVED, seed=WHOLE, ok={"const": True}, filled=WORDS),
        fields(file=TEXT, ok={"const": False}, reason=TEXT, spaces=WORDS),
    ),
    "diff": fields(
        files=many(TEXT, minItems=2, maxItems=2),
        game=TEXT,
        same=TRUTH,
        fields=WORDS,
        spaces=many(fields(name=TEXT, cell=WHOLE, values=WORDS)),
        pieces=many(fields(name=TEXT, path=TEXT, values=many(ANY, minItems=2, maxItems=2))),
        figures=many(fields(name=TEXT, values=WORDS)),
    ),
    "merge": fields(
        files=many(TEXT, minItems=3, maxItems=3),
        output=TEXT,
        ok=TRUTH,
        conflicts=many(fields(path=TEXT, base=ANY, mine=ANY, theirs=ANY)),
    ),
    "validate": many(
        either(
            UNUSABLE,
            fields(
                {"ignored": many(ANY), "not_found": maybe(many(ANY)), "not_ignorable": many(ANY)},
                file=TEXT,
                game=TEXT,
                ok=TRUTH,
                problems=many(ref("problem")),
            ),
        )
    ),
    "explain": either(
        many(fields({"game": TEXT, "here": WORDS}, **EXPLANATION)),
        RULING,
    ),
    "survey": many(
        either(
            UNUSABLE,
            fields(
                file=TEXT,
                game=TEXT,
                from_=maybe(TEXT),
                choices=WORDS,
                caption=TEXT,
                overlays=many(fields(key=TEXT, name=TEXT, value=TEXT)),
                tables=many(
                    fields(
                        title=TEXT,
                        columns=WORDS,
                        rows=many(fields(cells=WORDS, places=WORDS, severity=maybe(SEVERITY))),
                        note=TEXT,
                    )
                ),
            ),
        )
    ),
    "fix": many(
        either(
            UNUSABLE,
            fields(
                file=TEXT,
                output=maybe(TEXT),
                changes=fields(
                    size=TEXT,
                    spaces=many(ANY),
                    edges=many(many(WHOLE)),
                    figures=many(fields(name=TEXT, before=TEXT, after=TEXT)),
                ),
                fixed=many(ref("problem")),
                left=many(ref("problem")),
            ),
        )
    ),
    "format": many(either(UNUSABLE, fields(file=TEXT, changed=TRUTH, canonical=TRUTH))),
    "import": fields(**SAVED, game=TEXT, ok=TRUTH),
    "play": fields(
        game=TEXT,
        layout=TEXT,
        seats=WHOLE,
        bots=WORDS,
        seed=WHOLE,
        options=by_name(ANY),
        decisions=WHOLE,
        **OUTCOME,
        record=maybe(TEXT),
    ),
    "replay": fields(game=TEXT, names=WORDS, decisions=WHOLE, over=TRUTH, log=WORDS, **OUTCOME),
    "replay --dump": {
        "description": "One line per decision. `state` is internal: it differs by game and version.",
        **fields(
            index=WHOLE,
            to_move=WHOLE,
            legal=many(many(WHOLE)),
            described=WORDS,
            state={"type": "object"},
            scores=many(WHOLE),
            action=many(WHOLE),
            draws=many(many(WHOLE)),
        ),
    },
    "review": fields(
        program=TEXT,
        format={"const": "studio.review"},
        version=WHOLE,
        match=TEXT,
        game=TEXT,
        seats=WHOLE,
        people=many(WHOLE),
        effort=WHOLE,
        is_over=TRUTH,
        is_redealt=TRUTH,
        to_judge=WHOLE,
        judged=WHOLE,
        totals=many(fields(name=TEXT, accuracy=maybe(NUMBER), luck=NUMBER, marks=COUNTS)),
        most_expensive=many(fields(number=WHOLE, seat=WHOLE, turn=TEXT, played=TEXT, better=TEXT, reason=TEXT)),
        steps=many(
            fields(
                number=WHOLE,
                turn=WHOLE,
                seat=WHOLE,
                action=many(WHOLE),
                moves=WHOLE,
                before=many(NUMBER),
                expected=many(NUMBER),
                after=many(NUMBER),
                mark=some("", "inaccuracy", "mistake", "blunder"),
                judgement=maybe(
                    fields(
                        options=many(fields(action=many(WHOLE), chance=NUMBER, half=NUMBER)),
                        loss=NUMBER,
                        half=NUMBER,
                        deals=WHOLE,
                        reason=many({"type": "array"}),
                        measured=maybe(many(NUMBER)),
                    )
                ),
            )
        ),
    ),
    "puzzle": fields(
        title=TEXT,
        goal=TEXT,
        turns=WHOLE,
        solved=TRUTH,
        looked=WHOLE,
        greedy=TRUTH,
        given=TEXT,
        way=maybe(many(many(WHOLE))),
        words=maybe(WORDS),
        solutions=maybe(WHOLE),
        listed=TRUTH,
    ),
    "simulate": either(
        ref("report"),
        many(  # --history: as stored by this version or an older one
            {
                "type": "object",
                "properties": {"format": {"const": "studio.lab"}, "version": WHOLE},
                "required": ["format", "version"],
            }
        ),
    ),
    "passport": fields(
        format={"const": "studio.passport"},
        version=WHOLE,
        program=TEXT,
        date=TEXT,
        game=TEXT,
        layout=TEXT,
        hash=TEXT,
        options=by_name(ANY),
        margin=NUMBER,
        level=NUMBER,
        verdict=WORDS,
        cells=many({"type": "object"}),
        runs=many({"type": "object"}),
    ),
    "sweep": fields(points=many(ref("report")), skipped=many(fields(point=TEXT, reason=TEXT))),
    "improve": fields(matches=WHOLE, before=ref("improvement"), best=many(ref("improvement")), files=WORDS),
    "tournament": fields(
        game=TEXT,
        layout=TEXT,
        hash=TEXT,
        options=by_name(ANY),
        seats=WHOLE,
        seed=WHOLE,
        opening_plies=WHOLE,
        bots=many(fields(bot=TEXT, elo=maybe(INTERVAL))),
        reproducible=TRUTH,
        trace=maybe(ref("trace")),
        pairs=many(fields(matches=WHOLE, **PAIR)),
    ),
    "export": either(
        fields(**SAVED, written=WORDS),
        fields(**SAVED, pages=WHOLE, sheets=WHOLE, millimetres=NUMBER, published_size=TRUTH),
        fields({"bytes": WHOLE}, **SAVED, positions=WHOLE),
        fields(**SAVED, width=WHOLE),
    ),
    "render": fields(**SAVED, width=WHOLE),
    "manual": either(
        many(fields(page=TEXT, title=TEXT)),
        fields(page=TEXT, title=TEXT, blocks=BLOCKS),
        fields(output=TEXT),
    ),
    "check": many(fields(what=TEXT, ok=TRUTH, words=TEXT)),
}


def output_schema() -> Schema:
    """The schema of all outputs: that of a command is `#/$defs/COMMAND`."""
    return {"title": f"Output of commands with --json, version {VERSION}", "$defs": {**COMMANDS, **SHARED}}
