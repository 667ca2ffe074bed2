//! `AdamW`: Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019).

/// The share of the old mean that stays, for the gradient and for its square.
const KEEP: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// The running means of the gradient and of its square.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AdamW {
    pub(super) steps: u32,
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
}

impl AdamW {
    pub(super) fn new(parameters: usize) -> Self {
        Self {
            steps: 0,
            means: vec![0.0; parameters],
            squares: vec![0.0; parameters],
        }
    }

    /// One step of all parameters against their gradient.
    pub(super) fn step(&mut self, rate: f32, decay: f32, parameters: &mut [f32], gradient: &[f32]) {
        self.steps += 1;
        let fresh = KEEP.map(|keep| 1.0 - keep.powi(self.steps.min(1 << 20) as i32));
        let shrink = 1.0 - rate * decay;
        let state = self.means.iter_mut().zip(&mut self.squares);
        for ((parameter, gradient), (mean, square)) in
            parameters.iter_mut().zip(gradient).zip(state)
        {
            *mean += (1.0 - KEEP[0]) * (gradient - *mean);
            *square += (1.0 - KEEP[1]) * (gradient * gradient - *square);
            let step = rate * (*mean / fresh[0]) / ((*square / fresh[1]).sqrt() + EPSILON);
            *parameter = *parameter * shrink - step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_of_a_parabola_is_found() {
        let mut optimizer = AdamW::new(2);
        let mut parameters = [5.0, -3.0];
        for _ in 0..2000 {
            let gradient = [2.0 * (parameters[0] - 1.0), 8.0 * (parameters[1] + 2.0)];
            optimizer.step(0.02, 0.0, &mut parameters, &gradient);
        }
        assert!((parameters[0] - 1.0).abs() < 0.01 && (parameters[1] + 2.0).abs() < 0.01);
    }

    #[test]
    fn decay_pulls_towards_zero() {
        let mut optimizer = AdamW::new(1);
        let mut parameters = [1.0];
        for _ in 0..100 {
            optimizer.step(0.01, 0.1, &mut parameters, &[0.0]);
        }
        assert!((parameters[0] - 0.999_f32.powi(100)).abs() < 1e-4);
    }
}
