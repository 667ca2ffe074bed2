use rand::RngExt;

use super::*;
use crate::board::Board;
use crate::eval;
use crate::learn::games::{LabelledGame, LabelledMove, Winner};
use crate::learn::packed::PackedPosition;
use crate::nnue::{Network, SCALE};

const SETTINGS: Settings = Settings {
    epochs: 12,
    batch: 16,
    rate: 0.005,
    last_rate: 0.01,
    decay: 0.0,
    result_share: (0.0, 0.0),
    endgame_share: 0.0,
    threads: 2,
    seed: 1,
};

/// A random game whose scores are what the men are worth.
fn game() -> LabelledGame {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut board = Board::start();
    let start = PackedPosition::of(&board);
    let mut moves = Vec::new();
    for _ in 0..200 {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.random_range(0..legal.len())];
        let score = eval::material_and_squares(&board).clamp(-300, 300);
        moves.push(LabelledMove::new(mv, score));
        board.make_move(mv);
    }
    LabelledGame {
        start,
        winner: Winner::Red,
        moves,
    }
}

fn data() -> Data {
    let mut data = Data::default();
    data.push(&game(), 0.0).expect("legal moves");
    assert!(data.len() > 100);
    data
}

fn train(trainer: &mut Trainer, data: &Data) {
    while trainer.train_epoch(data, |_| {}).is_some() {}
}

#[test]
fn training_brings_the_error_down() {
    let data = data();
    let mut trainer = Trainer::new(SETTINGS);
    let before = trainer.error(&data);
    train(&mut trainer, &data);
    let after = trainer.error(&data);
    assert!(after < before / 4.0, "{before} {after}");
}

#[test]
fn reflected_positions_are_learnt_too() {
    let data = data();
    let mut trainer = Trainer::new(SETTINGS);
    let reflected_error = |trainer: &Trainer| -> f32 {
        let error = |sample: &TrainingSample| {
            let example = sample.example(true);
            let output = trainer.merged.output(trainer.level, &example);
            squared_error(output, example.expected).0
        };
        data.0.iter().map(error).sum()
    };
    let before = reflected_error(&trainer);
    train(&mut trainer, &data);
    let after = reflected_error(&trainer);
    assert!(after < before / 4.0, "{before} {after}");
}

#[test]
fn the_same_settings_give_the_same_network_also_from_a_checkpoint() {
    let data = data();
    let settings = Settings {
        epochs: 3,
        ..SETTINGS
    };
    let mut whole = Trainer::new(settings);
    train(&mut whole, &data);
    let mut again = Trainer::new(settings);
    train(&mut again, &data);
    assert_eq!(whole.weights(), again.weights());

    let mut first = Trainer::new(settings);
    first.train_epoch(&data, |_| {});
    let checkpoint = first.checkpoint(data.len());
    let mut second = Trainer::resume(settings, data.len(), &checkpoint).expect("a checkpoint");
    assert_eq!(second.epochs(), 1);
    train(&mut second, &data);
    assert_eq!(second.weights(), whole.weights());
}

#[test]
fn a_network_goes_on_where_it_stopped() {
    let data = data();
    let mut trainer = Trainer::new(SETTINGS);
    trainer.train_epoch(&data, |_| {});
    let weights = trainer.weights();
    assert_eq!(
        Trainer::starting_from(SETTINGS, &weights).weights(),
        weights
    );
}

#[test]
fn checkpoints_that_do_not_fit_are_refused_by_name() {
    let data = data();
    let good = Trainer::new(SETTINGS).checkpoint(data.len());
    let refusal = |settings, samples, bytes: &[u8]| match Trainer::resume(settings, samples, bytes)
    {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert_eq!(refusal(SETTINGS, data.len(), &good), "");
    assert!(refusal(SETTINGS, data.len(), b"PK").contains("HXTRAIN"));
    assert!(refusal(SETTINGS, data.len() + 1, &good).contains("other settings or data"));
    let other = Settings {
        rate: 0.1,
        ..SETTINGS
    };
    assert!(refusal(other, data.len(), &good).contains("rate: 0.1"));
    let mut damaged = good.clone();
    damaged[2000] ^= 1;
    assert!(refusal(SETTINGS, data.len(), &damaged).contains("checksum"));
    assert!(refusal(SETTINGS, data.len(), &good[..good.len() / 2]).contains("checksum"));
}

#[test]
fn the_gradient_is_the_slope_of_the_error() {
    let data = data();
    let batch: Vec<u32> = (0..40).collect();
    let trainer = Trainer::new(Settings {
        threads: 1,
        ..SETTINGS
    });
    let mut gradient = Merged::zero();
    trainer.learn(&data, &batch, 0.0, &mut gradient);
    let mut slopes = vec![0.0; PARAMETERS];
    gradient.write_gradient(1.0 / batch.len() as f32, &mut slopes);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..10 {
        let direction: Vec<f32> = (0..PARAMETERS)
            .map(|_| random.random::<f32>() - 0.5)
            .collect();
        let expected: f64 = slopes
            .iter()
            .zip(&direction)
            .map(|(slope, step)| f64::from(slope * step))
            .sum();
        let error_at = |distance: f32| {
            let mut model = trainer.model.clone();
            model
                .0
                .iter_mut()
                .zip(&direction)
                .for_each(|(own, step)| *own += distance * step);
            let moved = Trainer::with(trainer.settings, model, AdamW::new(0), 0);
            moved.learn(&data, &batch, 0.0, &mut Merged::zero()) / batch.len() as f64
        };
        let found = (error_at(1e-3) - error_at(-1e-3)) / 2e-3;
        assert!(
            (found - expected).abs() < 0.03 * expected.abs() + 1e-3,
            "{found} {expected}"
        );
    }
}

#[test]
fn the_engine_says_what_the_trainer_says() {
    let data = data();
    let mut trainer = Trainer::new(SETTINGS);
    train(&mut trainer, &data);
    let network = Network::new(&trainer.weights());
    let mut samples = data.0.iter();
    game()
        .replay(|board, labelled| {
            if !crate::learn::datagen::is_quiet(board, labelled) {
                return;
            }
            let example = samples.next().expect("as many samples").example(false);
            let exact = trainer.merged.output(trainer.level, &example) * SCALE as f32;
            let rounded = network.evaluate(board) as f32;
            // Weights are rounded, and there are many.
            let most = 8.0 + 0.02 * exact.abs();
            assert!((exact - rounded).abs() < most, "{exact} {rounded}");
        })
        .expect("legal moves");
}

#[test]
fn the_result_counts_more_towards_the_end_and_in_endgames() {
    let settings = Settings {
        result_share: (0.1, 0.5),
        endgame_share: 0.2,
        ..SETTINGS
    };
    let trainer = Trainer::new(settings);
    let mut example = data().0[0].example(false);
    (example.expected, example.points, example.exchanged) = (0.0, Some(1.0), 0.0);
    assert!((trainer.target(&example, 0.0) - 0.1).abs() < 1e-6);
    assert!((trainer.target(&example, 1.0) - 0.5).abs() < 1e-6);
    example.exchanged = 1.0;
    assert!((trainer.target(&example, 1.0) - 0.7).abs() < 1e-6);
    example.points = None;
    assert!(trainer.target(&example, 1.0).abs() < 1e-6);
}
