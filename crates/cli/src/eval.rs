//! `elenchus eval`: how many questions strategies need on a tree, with the bug assumed in every
//! node of it.

use std::time::{Duration, Instant};

use elenchus_inquiry::open::symptom::node_at;
use elenchus_session::{NodeNumber, Program, judge, search, view_costs};
use elenchus_strategy::eval::{Evaluation, Setup, dialogue, evaluate, lower_bounds};
use elenchus_strategy::{Context, Costs, RoutineCounts, Strategy, StrategyName};
use elenchus_transform::{Base, Excerpt, Options, Plan, Span, View};
use elenchus_tree::place::{base, view};
use elenchus_tree::{Kind, NodeId, RootStatus as Status, SearchSpace};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::EvalArgs;
use crate::eval_report::{Figures, Questions, Transformed, json, table};
use crate::input::{Input, open};
use crate::trouble::{Exit, Trouble, print};

/// With given first questions, the dialogues about every bug are listed on trees up to this size.
const LISTED: usize = 64;

/// A tree as a strategy sees it.
struct Ground {
    base: Base,
    view: View,
    masses: view::Masses,
    costs: Option<Costs>,
    took: Duration,
}

/// Does what `elenchus eval` says.
pub fn run(args: &EvalArgs) -> Result<Exit, Trouble> {
    let program = open(&args.input)?;
    let at = node_at(&program, args.at.as_deref())?;
    let plan = args.transform.plan();
    let plan = plan.map_err(|error| Trouble::usage(error, "see elenchus eval --help"))?;
    let given = args.first.is_some() || !args.sequence.is_empty() || args.all_optimal;
    let plan = plan.unwrap_or_else(|| if given { Plan::none() } else { Plan::auto() });
    let strategies = match args.strategy.as_slice() {
        [] if given => vec![StrategyName::Optimal],
        [] => vec![StrategyName::Auto],
        names => names.to_vec(),
    };
    let mut rows = Vec::new();
    let mut options = args.transform.options();
    options.readable &= matches!(program, Input::Run(_));
    for strategy in strategies {
        let ground = ground(&program, at, &plan, strategy, &options);
        rows.push(figures(args, &program, &ground, strategy, at)?);
    }
    print(&if args.json { json(&rows) } else { table(&rows) })?;
    Ok(Exit::Done)
}

/// Transforms the part of the tree below `at` for a strategy.
fn ground(
    program: &Input,
    at: NodeId,
    plan: &Plan,
    strategy: StrategyName,
    options: &Options,
) -> Ground {
    let started = Instant::now();
    let search = search(strategy);
    let base = Base::for_plan(program.tree().clone(), plan, search, options);
    let tree = base.tree();
    let top = Some(base.at_or_after(at)).filter(|top| top.index() < tree.len());
    let masses = base::Masses::of(tree);
    let excerpt = Excerpt {
        base: tree,
        masses: &masses,
        span: Span::of(tree, top.unwrap_or(base::NodeId::ROOT)),
        removed: &base::Removed::new(),
    };
    let view = View::build_judged(&excerpt, plan, search, options, &judge(strategy));
    let costs = program.costs();
    Ground {
        took: started.elapsed(),
        masses: view::Masses::of(view.tree()),
        costs: costs.and_then(|costs| view_costs(&view, &base, costs)),
        view,
        base,
    }
}

/// Everything there is to say about one strategy.
fn figures(
    args: &EvalArgs,
    program: &Input,
    ground: &Ground,
    strategy: StrategyName,
    at: NodeId,
) -> Result<Figures, Trouble> {
    let numbers = match args.first {
        Some(first) => vec![first],
        None => args.sequence.clone(),
    };
    let opening = numbers
        .iter()
        .map(|&number| view_node(program, ground, number))
        .collect::<Result<Vec<_>, _>>()?;
    let view = &ground.view;
    let chosen = Strategy::new(strategy);
    let evaluation = count(args, ground, &chosen, &opening)?;
    let bounds = lower_bounds(view.tree(), args.root_is);
    let questions = if opening.is_empty() || view.tree().len() > LISTED {
        Vec::new()
    } else {
        dialogues(program, ground, &chosen, &opening)?
    };
    let all_optimal = if args.all_optimal {
        Some(all_optimal(args, program, ground)?)
    } else {
        None
    };
    Ok(Figures {
        nodes: program.tree().size(at),
        nodes_after: view.tree().len(),
        strategy: strategy.to_string(),
        transform: view.plan().to_string(),
        total: evaluation.total,
        mean: evaluation.mean(),
        worst: evaluation.worst,
        cost: ground.costs.as_ref().map(|_| evaluation.cost),
        undecided: evaluation.undecided,
        lower_bound: bounds.best,
        lower_bound_huffman: bounds.huffman,
        transformed: transformed(ground, &evaluation),
        questions,
        all_optimal,
        note: evaluation.note,
    })
}

/// Counts the questions, with a progress bar where somebody watches.
fn count(
    args: &EvalArgs,
    ground: &Ground,
    strategy: &Strategy,
    opening: &[view::NodeId],
) -> Result<Evaluation, Trouble> {
    let setup = Setup {
        tree: ground.view.tree(),
        masses: &ground.masses,
        root: args.root_is,
        costs: ground.costs.as_ref(),
        opening,
    };
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(strategy.name().to_string());
    let progress = |done: u64, all: u64| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let evaluation = evaluate(&setup, strategy, &progress);
    bar.finish_and_clear();
    evaluation.map_err(|error| {
        Trouble::usage(error, "`elenchus tree` shows the nodes with their numbers")
    })
}

/// The node of the view that stands for the node with this number.
fn view_node(
    program: &Input,
    ground: &Ground,
    number: NodeNumber,
) -> Result<view::NodeId, Trouble> {
    let missing = |problem: String| {
        Trouble::usage(
            problem,
            "`elenchus tree` shows the nodes with their numbers; --transform none shows all",
        )
    };
    let recorded = program
        .node(number)
        .ok_or_else(|| missing(format!("there is no node {number}")))?;
    let tree = ground.base.tree();
    let base = ground.base.node(recorded);
    base.and_then(|node| ground.view.node_for(Span::of(tree, node)))
        .ok_or_else(|| missing(format!("node {number} is not in the transformed tree")))
}

/// The number of a view node, by the first node it stands for.
fn number(program: &Input, ground: &Ground, node: view::NodeId) -> usize {
    let first = ground.view.origin(node).first();
    program.number(ground.base.recorded(first)).0
}

/// The questions for every place of the bug: 001's sp.
fn dialogues(
    program: &Input,
    ground: &Ground,
    strategy: &Strategy,
    opening: &[view::NodeId],
) -> Result<Vec<Questions>, Trouble> {
    let tree = ground.view.tree();
    let space = SearchSpace::new(tree, &ground.masses, Status::Wrong);
    let counts = RoutineCounts::new();
    let context = Context {
        costs: ground.costs.as_ref(),
        ..Context::new(&counts)
    };
    let suspects: Vec<view::NodeId> = space.list_suspects().collect();
    suspects
        .into_iter()
        .map(|bug| {
            let asked = dialogue(&space, strategy, &context, opening, bug);
            let asked = asked.map_err(|error| Trouble::usage(error, ""))?;
            let asked = asked.iter().map(|&(node, _)| number(program, ground, node));
            Ok(Questions {
                bug: number(program, ground, bug),
                asked: asked.collect(),
            })
        })
        .collect()
}

/// All nodes that a search with the fewest questions on average can ask first.
fn all_optimal(args: &EvalArgs, program: &Input, ground: &Ground) -> Result<Vec<usize>, Trouble> {
    let optimal = Strategy::new(StrategyName::Optimal);
    let space = SearchSpace::new(ground.view.tree(), &ground.masses, Status::Wrong);
    let divides = |&node: &view::NodeId| {
        let inside = space.mass(node);
        space.is_askable(node) && 0 < inside && inside < space.total()
    };
    let mut best: Vec<(u128, usize)> = Vec::new();
    for first in ground.view.tree().nodes().filter(divides) {
        let evaluation = count(args, ground, &optimal, &[first])?;
        if let Some(note) = evaluation.note {
            return Err(Trouble::usage(
                format!("the optimum could not be computed: {note}"),
                "evaluate a smaller part with --at",
            ));
        }
        best.push((evaluation.total, number(program, ground, first)));
    }
    let least = best.iter().map(|&(total, _)| total).min();
    let optimal = best.iter().filter(|&&(total, _)| Some(total) == least);
    Ok(optimal.map(|&(_, number)| number).collect())
}

/// What the transformation did, if it did anything.
fn transformed(ground: &Ground, evaluation: &Evaluation) -> Option<Transformed> {
    let (view, base) = (&ground.view, ground.base.tree());
    if view.plan().steps().is_empty() {
        return None;
    }
    let tree = view.tree();
    let made_here =
        |node: view::NodeId| !matches!(view.origin(node), elenchus_transform::Origin::Node(_));
    let made = |kinds: &[Kind]| {
        let counts = |&node: &view::NodeId| made_here(node) && kinds.contains(&tree.kind(node));
        tree.nodes().filter(counts).count()
    };
    Some(Transformed {
        mean_over_transformed: evaluation.mean_per_suspect(),
        projected: made(&[Kind::Projection, Kind::Iterations]),
        collapsed: made(&[Kind::Collapse]),
        loops: base
            .nodes()
            .filter(|&node| base.kind(node) == Kind::Loop)
            .count(),
        transform_seconds: ground.took.as_secs_f64(),
    })
}
