//! Load for a server: many tables with two sockets each, actions at a steady
//! rate, and the time from a player's sending to the opponent's screen.
//!
//! Actions are sent when they are due, not when the last one has come back, so
//! that a slow server cannot make itself look fast.

use crate::client::{Board, Choice, Http, Socket};
use crate::server::{Server, usual_program};
use clap::Args;
use serde_json::json;
use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Load {
    /// Live sockets, two a table.
    #[arg(long, default_value_t = 1000)]
    sockets: usize,
    /// Actions a second, all tables together; 0 lets all sockets idle.
    #[arg(long, default_value_t = 500)]
    rate: u64,
    /// How long to measure.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Finished games to store before the start that is timed.
    #[arg(long, default_value_t = 0)]
    stored: usize,
    /// The game.
    #[arg(long, default_value = "abalone")]
    spec: String,
    /// The program, if not the one beside this tool.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Where to keep the data; a folder of its own, removed afterwards.
    #[arg(long, default_value = "target/load")]
    data: PathBuf,
}

type Times = Arc<Mutex<Vec<Duration>>>;

impl Load {
    pub async fn run(self) -> Result<(), Box<dyn Error>> {
        let program = self.program.clone().unwrap_or_else(usual_program);
        if self.data.exists() {
            std::fs::remove_dir_all(&self.data)?;
        }
        if self.stored > 0 {
            self.fill(&program).await?;
        }
        let began = Instant::now();
        let server = Server::start(&program, &self.data).await?;
        let up = began.elapsed();
        let mut tables = self.open_tables(&server.address, 1).await?;
        if let Some(table) = tables.pop() {
            table.act_once().await?;
            println!(
                "start: listening after {} ms, first action accepted after {} ms",
                up.as_millis(),
                began.elapsed().as_millis()
            );
        }
        let empty = server.megabytes().unwrap_or_default();
        let tables = self.open_tables(&server.address, self.sockets / 2).await?;
        let full = server.megabytes().unwrap_or_default();
        println!(
            "{} sockets at {} tables: {full} MB, {} MB more than without",
            2 * tables.len(),
            tables.len(),
            full.saturating_sub(empty)
        );
        if self.rate > 0 {
            self.play(&server, tables).await?;
        } else {
            tokio::time::sleep(Duration::from_secs(self.seconds)).await;
            println!(
                "after {} s idle: {} MB",
                self.seconds,
                server.megabytes().unwrap_or_default()
            );
        }
        server.kill().await?;
        std::fs::remove_dir_all(&self.data)?;
        Ok(())
    }

    /// Plays short games to their end, to have something stored.
    async fn fill(&self, program: &std::path::Path) -> Result<(), Box<dyn Error>> {
        let server = Server::start(program, &self.data).await?;
        let workers = 64;
        let began = Instant::now();
        let mut tasks = Vec::new();
        for worker in 0..workers {
            let address = server.address.clone();
            let games = self.stored / workers + usize::from(worker < self.stored % workers);
            tasks.push(tokio::spawn(async move {
                fill_some(&address, worker, games).await.map_err(|error| error.to_string())
            }));
        }
        for task in tasks {
            task.await??;
        }
        println!("{} games stored in {} s", self.stored, began.elapsed().as_secs());
        Ok(server.kill().await?)
    }

    async fn open_tables(&self, address: &str, count: usize) -> Result<Vec<Pair>, Box<dyn Error>> {
        let mut http = Http::connect(address).await?;
        let mut tables = Vec::new();
        for number in 0..count {
            let keys = [key(2 * number), key(2 * number + 1)];
            let seats = json!([{"who": "me", "name": "A"}, {"who": "open"}]);
            let new = json!({"spec": self.spec, "seats": seats});
            let id = http.post("/api/tables", &keys[0], &new).await?["id"].clone();
            let id = id.as_str().ok_or("the table was not opened")?.to_owned();
            let sit = json!({"id": "sit", "do": "sit", "seat": 2, "name": "B"});
            http.post(&format!("/api/tables/{id}/do"), &keys[1], &sit).await?;
            let mut sockets = Vec::new();
            let mut board = None;
            for key in &keys {
                // As browsers do: the table by a request, then the news of it.
                let known = http.get(&format!("/api/tables/{id}"), key).await?;
                let mut socket = Socket::connect(address, &id, known.seq, key).await?;
                socket.hear_of("here").await?;
                board = board.or(known.table);
                sockets.push(socket);
            }
            let (Some(second), Some(first)) = (sockets.pop(), sockets.pop()) else { continue };
            let board = board.ok_or("no table came")?;
            tables.push(Pair::new([first, second], board, number as u64));
        }
        Ok(tables)
    }

    async fn play(&self, server: &Server, tables: Vec<Pair>) -> Result<(), Box<dyn Error>> {
        let times: Times = Arc::default();
        let worked = server.processor_seconds().unwrap_or_default();
        let start = Instant::now();
        let gap = Duration::from_secs_f64(tables.len() as f64 / self.rate as f64);
        let end = start + Duration::from_secs(self.seconds);
        let count = tables.len() as u32;
        let mut tasks = Vec::new();
        for (number, table) in tables.into_iter().enumerate() {
            let due = start + gap * number as u32 / count;
            let times = Arc::clone(&times);
            tasks.push(tokio::spawn(async move {
                table.keep_playing(due, gap, end, times).await.map_err(|error| error.to_string())
            }));
        }
        for task in tasks {
            task.await??;
        }
        let took = start.elapsed().as_secs_f64();
        let mut times = std::mem::take(&mut *times.lock().map_err(|_| "a player died")?);
        times.sort_unstable();
        let at = |share: f64| {
            let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
            times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        let worked = server.processor_seconds().unwrap_or_default() - worked;
        println!(
            "{} actions in {took:.1} s, {:.0} a second; from send to the opponent's screen: \
             p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
            times.len(),
            times.len() as f64 / took,
            at(0.50),
            at(0.90),
            at(0.99),
            at(1.0)
        );
        println!(
            "the server used {:.0} % of a core and has {} MB",
            100.0 * worked / took,
            server.megabytes().unwrap_or_default()
        );
        Ok(())
    }
}

async fn fill_some(address: &str, worker: usize, games: usize) -> Result<(), Box<dyn Error>> {
    let mut http = Http::connect(address).await?;
    for game in 0..games {
        let key = key(1_000_000 + worker * 1_000_000 + game);
        let seats = json!([{"who": "me", "name": "A"}, {"who": "me", "name": "B"}]);
        let new = json!({"spec": "zange", "seats": seats});
        let id = http.post("/api/tables", &key, &new).await?["id"].clone();
        let path = format!("/api/tables/{}/do", id.as_str().ok_or("no table")?);
        for (length, action) in ["@17", "@18", "@29", "@30"].into_iter().enumerate() {
            let id = format!("a{length}");
            let act = json!({"id": id, "do": "act", "action": action, "length": length});
            http.post(&path, &key, &act).await?;
        }
        http.post(&path, &key, &json!({"id": "r", "do": "resign"})).await?;
    }
    Ok(())
}

/// A key of its own for every player.
fn key(number: usize) -> String {
    format!("{:032x}", 0xabcd_0000_0000_u128 + number as u128)
}

/// Two players at a table.
struct Pair {
    sockets: [Socket; 2],
    acting: usize,
    length: usize,
    legal: Vec<Choice>,
    lot: u64,
}

impl Pair {
    fn new(sockets: [Socket; 2], board: Board, seed: u64) -> Pair {
        let (length, legal) = (board.length.unwrap_or(0), board.legal.unwrap_or_default());
        Pair {
            sockets,
            acting: 0,
            length,
            legal,
            lot: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        }
    }

    /// One action; how long it took until the opponent saw it. `None` when the
    /// game is over.
    async fn act(&mut self) -> Result<Option<Duration>, Box<dyn Error>> {
        if self.legal.is_empty() {
            return Ok(None);
        }
        self.lot ^= self.lot << 13;
        self.lot ^= self.lot >> 7;
        self.lot ^= self.lot << 17;
        let action = &self.legal[(self.lot % self.legal.len() as u64) as usize].text;
        let id = format!("n{}", self.length);
        let act = json!({"id": id, "do": "act", "action": action, "length": self.length});
        let began = Instant::now();
        self.sockets[self.acting].send(act.to_string()).await?;
        let seen = self.sockets[1 - self.acting].hear_of("news").await?;
        let took = began.elapsed();
        let [first, second] = &mut self.sockets;
        let own = if self.acting == 0 { first } else { second };
        // The sender hears of it too, and gets its answer.
        let (mut news, mut acked) = (None, false);
        while news.is_none() || !acked {
            let heard = own.hear().await?;
            match heard.kind.as_str() {
                "news" => news = Some(heard),
                "ack" => acked = true,
                "refused" => return Err("an action was refused".into()),
                _ => {}
            }
        }
        let news = news.ok_or("no news")?;
        if news.seq != seen.seq {
            return Err("the players heard of different events".into());
        }
        self.length += 1;
        let (theirs, mine) = (seen.change, news.change);
        let legal = |board: Option<Board>| board.and_then(|board| board.legal).unwrap_or_default();
        let over = theirs.as_ref().is_some_and(|board| board.phase.is_some());
        let (theirs, mine) = (legal(theirs), legal(mine));
        if over {
            self.legal = Vec::new();
        } else if !theirs.is_empty() {
            (self.legal, self.acting) = (theirs, 1 - self.acting);
        } else {
            self.legal = mine;
        }
        Ok(Some(took))
    }

    async fn act_once(mut self) -> Result<(), Box<dyn Error>> {
        self.act().await?.ok_or("the game is over before it begins")?;
        Ok(())
    }

    async fn keep_playing(
        mut self,
        mut due: Instant,
        gap: Duration,
        end: Instant,
        times: Times,
    ) -> Result<(), Box<dyn Error>> {
        let mut own = Vec::new();
        while due < end {
            // What is sent late because the last action was slow counts as slow.
            let late = due.elapsed();
            tokio::time::sleep_until(due.into()).await;
            let Some(took) = self.act().await? else { break };
            own.push(took + late);
            due += gap;
        }
        times.lock().map_err(|_| "a player died")?.extend(own);
        Ok(())
    }
}
