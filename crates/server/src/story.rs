//! What happens at a table in one go, and who is told of it afterwards.

use crate::events::Deed;
use crate::hall::Slot;
use crate::limits::held;
use crate::room::{Mine, Pictures, Room};
use crate::wire::{Change, EventView, Message, View};
use axum::extract::ws::Utf8Bytes;
use std::collections::HashMap;
use wabe_store::{Event, Millis, Person};

/// What happens in one go: the events, and what each kind of listener will be
/// told once they are stored.
pub(crate) struct Story {
    at: Millis,
    audience: Vec<(Person, Mine)>,
    pub events: Vec<Event>,
    told: Vec<(Person, Vec<Utf8Bytes>)>,
}

impl Story {
    pub fn new(slot: &Slot, room: &Room, at: Millis) -> Story {
        let mut audience: Vec<(Person, Mine)> = Vec::new();
        for listener in held(&slot.listeners).iter() {
            if !audience.iter().any(|(person, _)| *person == listener.person) {
                audience.push((listener.person.clone(), room.mine(&listener.person)));
            }
        }
        let told = audience.iter().map(|(person, _)| (person.clone(), Vec::new())).collect();
        Story { at, audience, events: Vec::new(), told }
    }

    pub fn add(
        &mut self,
        room: &mut Room,
        deed: Deed,
        actor: Option<&str>,
        message: Option<&str>,
    ) -> Result<(), String> {
        let touches = match &deed {
            Deed::Action { text, .. } => room.game().touches(text).unwrap_or_default(),
            _ => Vec::new(),
        };
        let mut pictures = Pictures::default();
        let mut before: HashMap<Mine, View> = HashMap::new();
        for (_, mine) in &self.audience {
            before.entry(*mine).or_insert_with(|| room.outline(*mine, &mut pictures));
        }
        room.apply(&deed, actor, message, self.at)?;
        self.events.push(Event {
            table: room.id().to_owned(),
            seq: room.seq(),
            kind: deed.kind().to_owned(),
            payload: deed.payload(),
            actor: actor.map(str::to_owned),
            message: message.map(str::to_owned),
            at: self.at,
        });
        // Those who see the same are told the same; somebody may have sat down.
        let mut pictures = Pictures::default();
        let mut said: HashMap<(Mine, Mine), Utf8Bytes> = HashMap::new();
        for ((person, mine), (_, told)) in self.audience.iter_mut().zip(&mut self.told) {
            let then = room.mine(person);
            let text = said.entry((*mine, then)).or_insert_with(|| {
                let change: Change = room.change(&before[mine], then, &deed, &mut pictures);
                let event = EventView { deed: &deed, touches: &touches, at: self.at };
                Message::News { seq: room.seq(), now: self.at, event, change: &change }.text()
            });
            told.push(text.clone());
            *mine = then;
        }
        Ok(())
    }

    /// Tells everybody; whoever cannot keep up is let go.
    pub fn tell(self, slot: &Slot) {
        held(&slot.listeners).retain(|listener| {
            let told = self.told.iter().find(|(person, _)| *person == listener.person);
            told.is_none_or(|(_, texts)| {
                texts.iter().all(|text| listener.to.try_send(text.clone()).is_ok())
            })
        });
    }
}
