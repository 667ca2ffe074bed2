use super::*;
use crate::board::Board;
use crate::eval::network::Network;
use crate::types::{Score, Side};

const SETTINGS: Settings = Settings {
    epochs: 40,
    rate: 0.01,
    mix: 1.0,
    threads: 2,
    seed: 1,
};

/// Positions of a random game, worth what their men are worth.
fn samples() -> Vec<Sample> {
    let mut random = SmallRng::seed_from_u64(5);
    let mut board = Board::start();
    let mut samples = Vec::new();
    for _ in 0..200 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        board.make_move(moves[random.random_range(0..moves.len())]);
        let score = match board.side_to_move() {
            Side::Red => eval::material_and_squares(&board),
            Side::Black => -eval::material_and_squares(&board),
        };
        samples.push(Sample {
            board: board.without_history(),
            winner: None,
            score: Some(score.clamp(-300, 300)),
        });
    }
    samples
}

fn data() -> Data {
    let mut data = Data::default();
    for sample in samples() {
        data.push(&sample);
    }
    data
}

#[test]
fn training_brings_the_error_down() {
    let data = data();
    let mut trainer = Trainer::new(SETTINGS);
    let before = trainer.error(&data);
    trainer.train(&data, |_, _, _| {});
    assert!(
        trainer.error(&data) < before / 4.0,
        "{before} {}",
        trainer.error(&data)
    );
}

#[test]
fn the_same_settings_give_the_same_network() {
    let data = data();
    let train = || {
        let mut trainer = Trainer::new(Settings {
            epochs: 2,
            ..SETTINGS
        });
        trainer.train(&data, |_, _, _| {});
        trainer.bytes()
    };
    assert_eq!(train(), train());
}

#[test]
fn the_gradient_is_the_slope_of_the_error() {
    let data = data();
    let batch: Vec<u32> = (0..40).collect();
    let trainer = Trainer::new(SETTINGS);
    let (gradient, _) = trainer.gradient(&data, &batch);
    let mut random = SmallRng::seed_from_u64(3);
    for _ in 0..30 {
        let direction = Model::random(|| random.random());
        let mut expected = 0.0;
        let mut product = gradient.clone();
        product.zip_mut([&direction], |own, [other]| {
            *own *= other;
            expected += f64::from(*own);
        });
        let error_at = |distance: f32| {
            let mut moved = Trainer::new(SETTINGS);
            moved.model = trainer.model.clone();
            moved
                .model
                .zip_mut([&direction], |own, [other]| *own += distance * other);
            moved.gradient(&data, &batch).1
        };
        let found = (error_at(1e-2) - error_at(-1e-2)) / 2e-2;
        assert!(
            (found - expected).abs() < 0.02 * expected.abs() + 1e-4,
            "{found} {expected}"
        );
    }
}

#[test]
fn the_engine_says_what_the_trainer_says() {
    let data = data();
    let mut trainer = Trainer::new(Settings {
        epochs: 10,
        ..SETTINGS
    });
    trainer.train(&data, |_, _, _| {});
    let bytes = trainer.bytes().try_into().expect("a whole network");
    let network = Box::new(Network::read(&bytes));
    for (sample, row) in samples().iter().zip(&data.0) {
        let exact = trainer.model.output(&row.scene) * SCORE_ONE as f32;
        let rounded = network.evaluate(&sample.board);
        assert!((exact - rounded as f32).abs() < 6.0, "{exact} {rounded}");
    }
}

#[test]
fn a_network_goes_on_where_it_stopped() {
    let bytes = Trainer::new(SETTINGS).bytes();
    let whole = bytes.as_slice().try_into().expect("a whole network");
    assert_eq!(Trainer::resume(SETTINGS, whole).bytes(), bytes);
}

#[test]
fn a_sample_without_a_score_is_left_out() {
    let mut data = Data::default();
    let mut sample = samples().remove(0);
    sample.score = None;
    data.push(&sample);
    assert!(data.is_empty());
    sample.score = Some(Score::default());
    data.push(&sample);
    assert_eq!(data.len(), 1);
}
