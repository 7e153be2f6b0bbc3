"""Duplicate games as rows: games, rounds, slips, rulings and the log.

Slips, rulings and log entries are only ever added. Constraints are the first guard against impossible states:
two rounds in progress, two effective slips of one player, a round announced without its time.
"""

from duplicate.models.analysis import RoundMoves
from duplicate.models.audit_log import AuditLogEntry
from duplicate.models.deck import DeckCard
from duplicate.models.delayed_frame import DelayedFrame
from duplicate.models.game import ClubRules, Game
from duplicate.models.game_word import GameAdditions, GameWord
from duplicate.models.heartbeat import Heartbeat, ServiceBeat, WriteCheck
from duplicate.models.prepared import Look, Preparation, PreparedGame
from duplicate.models.room_readiness import RoomReady
from duplicate.models.round import Round, RoundQuerySet
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.models.screens import OnScreens
from duplicate.models.simultaneous import (
    InvitedClub,
    ReceivedEnvelope,
    ResultFile,
    ResultVersion,
    SigningKey,
    Simultaneous,
)
from duplicate.models.slip import Question, Ruling, Slip, SlipQuerySet
from duplicate.models.training import Trainee, Training, TrainingRound

__all__ = [
    "AuditLogEntry",
    "ClubRules",
    "DeckCard",
    "DelayedFrame",
    "Game",
    "GameAdditions",
    "GameWord",
    "Heartbeat",
    "InvitedClub",
    "Look",
    "OnScreens",
    "Preparation",
    "PreparedGame",
    "Question",
    "ReceivedEnvelope",
    "ResultFile",
    "ResultVersion",
    "RoomReady",
    "Round",
    "RoundArbitrator",
    "RoundMoves",
    "RoundQuerySet",
    "Ruling",
    "ServiceBeat",
    "SigningKey",
    "Simultaneous",
    "Slip",
    "SlipQuerySet",
    "Trainee",
    "Training",
    "TrainingRound",
    "WriteCheck",
]
