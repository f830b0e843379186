//! What can be asked of this crate, for any game: the games are named in one
//! list only, and what has no tables is told so.

use crate::check::{Census, Checked, Sample};
use crate::engine::{self, Finished, Means, Progress};
use crate::error::{SolveError, TableError};
use crate::games::{Job, SOLVED, dispatch};
use crate::solvable::{Asked, Atlas, Probe, Solvable, Tables};
use std::any::Any;
use std::path::{Path, PathBuf};
use wabe_games::Visitor;
use wabe_rules::{Game, Options, Spec};

/// The names of the games that have tables.
pub fn solved_games() -> Vec<&'static str> {
    SOLVED.iter().map(|about| about.name).collect()
}

/// Where tables are kept: in `tables` below [`data_folder`].
pub fn folder() -> PathBuf {
    data_folder().join("tables")
}

/// Where the program keeps its things: in `WABE_DATA`, or in the user's folder
/// for data.
pub fn data_folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = set("WABE_DATA").map(PathBuf::from);
    let shared = || set("XDG_DATA_HOME").map(|path| PathBuf::from(path).join("wabe"));
    let home = || set("HOME").map(|path| PathBuf::from(path).join(".local/share/wabe"));
    data.or_else(shared).or_else(home).unwrap_or_default()
}

fn not_solved<G: Game>() -> SolveError {
    SolveError::NotSolved { game: G::ABOUT.name, solved: solved_games() }
}

/// The game without house rules, as its tables know it.
pub(crate) fn plain_game<G: Game>(spec: &str) -> G {
    let options = Spec::split(spec).options;
    let mut options = Options::parse(&G::ABOUT, options).expect("the spec is our own");
    G::from_options(&mut options).expect("the spec is our own")
}

type Asker<G> = Option<Box<dyn Probe<<G as Game>::Position>>>;

/// The tables on disk for this game, if it has any. This never solves.
///
/// A table that is there but damaged or foreign is an error.
pub fn tables<G: Game>(game: &G, folder: &Path) -> Result<Asker<G>, TableError> {
    struct Open<'a>(&'a Path);
    impl Job for Open<'_> {
        type Out = Result<Box<dyn Any>, TableError>;
        fn run<G: Solvable>(self, game: &G) -> Self::Out {
            Ok(Box::new(open(game, self.0)?))
        }
    }
    match dispatch(game, Open(folder)) {
        Err(_) => Ok(None),
        Ok(found) => Ok(*found?.downcast().expect("the game is the one that was found")),
    }
}

fn open<G: Solvable>(game: &G, folder: &Path) -> Result<Asker<G>, TableError> {
    let Ok(atlas) = game.whole_atlas() else {
        return Ok(None);
    };
    let asked = asked::<G>(atlas, folder)?;
    Ok((!asked.tables.shelf.is_empty()).then(|| Box::new(asked) as _))
}

fn asked<G: Solvable>(atlas: G::Atlas, folder: &Path) -> Result<Asked<G, G::Atlas>, TableError> {
    let game = plain_game(&atlas.plain_spec());
    Ok(Asked { game, tables: Tables::open(atlas, folder)? })
}

/// Solves a game, or what is left of that, and keeps the tables in a folder.
/// `pieces` bounds the stones where games are solved by their number.
pub fn solve<G: Game>(
    game: &G,
    pieces: Option<u32>,
    folder: &Path,
    means: &Means,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Finished>, SolveError> {
    struct Run<'a> {
        pieces: Option<u32>,
        folder: &'a Path,
        means: &'a Means,
        progress: &'a (dyn Fn(Progress) + Sync),
    }
    impl Job for Run<'_> {
        type Out = Result<Vec<Finished>, SolveError>;
        fn run<G: Solvable>(self, game: &G) -> Self::Out {
            engine::run(&game.atlas(self.pieces)?, self.folder, self.means, self.progress)
        }
    }
    dispatch(game, Run { pieces, folder, means, progress })
        .unwrap_or_else(|_| Err(not_solved::<G>()))
}

/// Whether the tables of this game are made so quickly that it may happen when
/// somebody asks for the first time. Options for which there are no tables are
/// an error.
pub fn is_made_on_first_use<G: Game>(game: &G) -> Result<bool, SolveError> {
    struct Quick;
    impl Job for Quick {
        type Out = Result<bool, SolveError>;
        fn run<G: Solvable>(self, game: &G) -> Self::Out {
            game.atlas(None)?;
            Ok(G::QUICK)
        }
    }
    dispatch(game, Quick).unwrap_or_else(|_| Err(not_solved::<G>()))
}

/// The tables of a game, made now if they are not there.
pub fn find_or_make<G: Game>(
    game: &G,
    folder: &Path,
    means: &Means,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Box<dyn Probe<G::Position>>, SolveError> {
    struct Make<'a> {
        folder: &'a Path,
        means: &'a Means,
        progress: &'a (dyn Fn(Progress) + Sync),
    }
    impl Job for Make<'_> {
        type Out = Result<Box<dyn Any>, SolveError>;
        fn run<G: Solvable>(self, game: &G) -> Self::Out {
            let atlas = game.atlas(None)?;
            let found = asked::<G>(atlas, self.folder)?;
            let whole: Asked<G, G::Atlas> = match found.tables.shelf.is_whole() {
                true => found,
                false => {
                    let atlas = found.tables.atlas;
                    engine::run(&atlas, self.folder, self.means, self.progress)?;
                    asked(atlas, self.folder)?
                }
            };
            let whole: Box<dyn Probe<G::Position>> = Box::new(whole);
            Ok(Box::new(whole))
        }
    }
    match dispatch(game, Make { folder, means, progress }) {
        Err(_) => Err(not_solved::<G>()),
        Ok(made) => Ok(*made?.downcast().expect("the game is the one that was found")),
    }
}

/// Makes the tables of a spec's game if they are made on first use and are not
/// there; all other games are left alone.
pub fn make_on_first_use(
    spec: &str,
    folder: &Path,
    means: &Means,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(), SolveError> {
    struct Make<'a>(&'a Path, &'a Means, &'a (dyn Fn(Progress) + Sync));
    impl Visitor for Make<'_> {
        type Out = Result<(), SolveError>;
        fn visit<G: Game>(self, game: G, _: &str) -> Self::Out {
            match is_made_on_first_use(&game) {
                Ok(true) => find_or_make(&game, self.0, self.1, self.2).map(drop),
                _ => Ok(()),
            }
        }
    }
    wabe_games::visit(spec, Make(folder, means, progress)).unwrap_or(Ok(()))
}

/// Derives values of a table anew, by the rules of the game and the values
/// behind each action, and compares.
pub fn check<G: Game>(
    game: &G,
    pieces: Option<u32>,
    folder: &Path,
    sample: Sample,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Checked, SolveError> {
    struct Look<'a> {
        pieces: Option<u32>,
        folder: &'a Path,
        sample: Sample,
        threads: usize,
        progress: &'a (dyn Fn(Progress) + Sync),
    }
    impl Job for Look<'_> {
        type Out = Result<Checked, SolveError>;
        fn run<G: Solvable>(self, game: &G) -> Self::Out {
            let asked = asked::<G>(game.atlas(self.pieces)?, self.folder)?;
            crate::check::check(&asked, self.sample, self.threads, self.progress)
        }
    }
    let job = Look { pieces, folder, sample, threads, progress };
    dispatch(game, job).unwrap_or_else(|_| Err(not_solved::<G>()))
}

/// Counts what the tables say, tier by tier.
pub fn census<G: Game>(
    game: &G,
    pieces: Option<u32>,
    folder: &Path,
    threads: usize,
) -> Result<Vec<Census>, SolveError> {
    struct Count<'a> {
        pieces: Option<u32>,
        folder: &'a Path,
        threads: usize,
    }
    impl Job for Count<'_> {
        type Out = Result<Vec<Census>, SolveError>;
        fn run<G: Solvable>(self, game: &G) -> Self::Out {
            let asked = asked::<G>(game.atlas(self.pieces)?, self.folder)?;
            crate::check::census(&asked, self.threads)
        }
    }
    let job = Count { pieces, folder, threads };
    dispatch(game, job).unwrap_or_else(|_| Err(not_solved::<G>()))
}
