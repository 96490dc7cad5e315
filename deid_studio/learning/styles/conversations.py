"""Conversations: a report as professionals chat about it, as an e-mail thread, as the transcript of a call."""

from __future__ import annotations

from collections.abc import Iterator

from deid_studio.learning.styles.parts import fields_of, sentences, whole
from deid_studio.learning.styles.setting import Setting
from deid_studio.learning.styles.surfaces import cut
from deid_studio.learning.styles.tracked import Tracked, joined


def chat(report: Tracked, setting: Setting) -> Tracked:
    """Messages with a sender and a time, a sentence or two each."""
    words = setting.words("chat")
    way, day = setting.random.random(), setting.day(words["days"])
    minutes = setting.random.randint(7 * 60, 20 * 60)
    people = [_sender(setting) for _ in range(setting.random.randint(2, 3))]
    small, stopped = setting.chance(0.5), setting.chance(0.3)
    turn, made = 0, []
    said: list[Tracked] = [Tracked.put_in(setting.pick(words["openers"]))] if setting.chance(0.7) else []
    said += list(_said(report, setting, 3))
    if setting.chance(0.7):
        said.append(Tracked.put_in(setting.pick(words["closers"])))
    for number, message in enumerate(said):
        if number == 0 or setting.chance(0.35):
            turn = setting.random.randrange(len(people))
        minutes = (minutes + setting.random.randint(0, 3)) % (24 * 60)
        time = f"{minutes // 60:02}:{minutes % 60:02}"
        text = message if stopped else _unstopped(message, setting)
        if small and text.text[1:2].islower() and not setting.mentions.holds(text[:2]):
            text = joined([text[:1].each(str.lower), text[1:]])
        sender = people[turn]
        if way < 0.35:
            made.append(joined(["[", day, f", {time}] ", sender, ": ", text]))
        elif way < 0.6:
            made.append(joined([day, f" {time} - ", sender, ": ", text]))
        elif way < 0.8:
            made.append(joined([f"{time} ", sender, ": ", text]))
        else:
            made.append(joined([sender, f"  {time}\n", text]))
    return joined(made, "\n")


def _sender(setting: Setting) -> Tracked:
    place = setting.pick(setting.words("chat")["places"])
    return setting.invented(setting.pick(("{doctor}", "{doctor}", "{doctor_last}", "Dra. {doctor_last}"))) + (
        f" {place}" if place else ""
    )


def _said(report: Tracked, setting: Setting, most: int) -> Iterator[Tracked]:
    """The report in turns: fields a few together, sentences one or two."""
    run: list[Tracked] = []
    for field in fields_of(report, setting):
        if field.short:
            run.append(whole(field, setting.pick((": ", " "))))
            if len(run) < 4 and setting.chance(0.7):
                continue
        if run:
            yield joined(run, ", ")
            run = []
        if not field.short:
            own = list(sentences(whole(field), setting))
            while own:
                count = setting.random.randint(1, most)
                yield joined(own[:count], " ")
                own = own[count:]
    if run:
        yield joined(run, ", ")


def _unstopped(part: Tracked, setting: Setting) -> Tracked:
    ends = part.text.endswith(".") and not setting.mentions.holds(part[len(part) - 1 :])
    return part[: len(part) - 1] if ends else part


def mail(report: Tracked, setting: Setting) -> Tracked:
    """A thread: headers, the text cut at a width, the older half quoted with `> `, a signature."""
    words = setting.words("mail")
    width = setting.random.randint(60, 100)
    lines = [whole(field) for field in fields_of(report, setting)]
    at = setting.random.randint(0, len(lines))
    names = setting.pick(words["headers"])
    people = (("{doctor} <{email}>", "{email}"), ("{doctor}", "{doctor}"), ("{email}", "{hospital} <{email}>"))
    sender, receiver = setting.pick(people)
    subject = Tracked.put_in(setting.pick(words["subjects"]))
    values = (
        setting.invented(sender),
        setting.invented(receiver),
        joined([setting.day(words["days"]), " 8:42"]),
        subject,
    )
    header = [joined([name, ": ", value]) for name, value in zip(names, values, strict=True)]
    new = [setting.pick(words["greetings"]), *lines[:at], setting.pick(words["farewells"])]
    signature = [setting.invented("{doctor}")]
    if setting.chance(0.6):
        signature.append(
            setting.invented(setting.pick(("{hospital}", "Tel. {phone}", "{hospital} - {town}", "Ext. {phone}")))
        )
    signature.append(Tracked.put_in(setting.pick(words["footers"])))
    top = joined([*header, "", cut(joined(new, "\n"), width, 0.0, setting), *signature], "\n")
    if at == len(lines):
        return top
    quoted = cut(joined(lines[at:], "\n"), width, 0.0, setting)
    mark = setting.pick(("> ", "> ", ">> ", ">", "| ", ""))
    old = joined([joined([mark, line]) for line in quoted.lines()], "\n")
    return joined([top, "", setting.invented(setting.pick(words["quoted"])), old], "\n")


def call(report: Tracked, setting: Setting) -> Tracked:
    """A transcript: who speaks before each turn, fillers, short replies, times at some of them."""
    words = setting.words("call")
    speakers = list(setting.pick(words["speakers"]))
    named = setting.chance(0.3)
    voices = [setting.invented("{doctor}") if named else Tracked.put_in(speakers[0]), Tracked.put_in(speakers[1])]
    timed, seconds, fillers = setting.chance(0.4), 0, setting.pick((0.0, 0.2, 0.4))
    small = setting.chance(0.3)
    made = []
    for turn in _said(report, setting, 2):
        voice = voices[setting.random.randrange(2)]
        seconds += setting.random.randint(3, 20)
        time = f"[{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}] " if timed else ""
        text = turn.each(str.lower) if small else turn
        if setting.chance(fillers):
            text = joined([setting.pick(words["fillers"]), text])
        made.append(joined([time, voice, ": ", text]))
        if setting.chance(fillers / 2):
            other = voices[1 - voices.index(voice)]
            made.append(joined([time, other, ": ", setting.pick(words["replies"])]))
    return joined(made, "\n")
