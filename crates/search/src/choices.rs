//! What somebody likes, learnt from what they chose (a conditional logit).
//!
//! Of every choice it is known what could be seen of each alternative, and which was taken.
//! Somebody takes an alternative as often as *e* to the power of its worth, and worth is a
//! weighted sum of what is seen. The weights that make what was taken the likeliest are
//! found by Newton's method; there is but one best.

/// Something that was chosen.
#[derive(Clone, Debug)]
pub(crate) struct Choice<const N: usize> {
    /// What is seen of each alternative.
    pub seen: Vec<[f64; N]>,
    /// Which of them was taken.
    pub taken: usize,
}

/// What was learnt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Liking<const N: usize> {
    /// What one of everything seen is worth.
    pub weights: [f64; N],
    /// The mean surprise of a choice, in bits.
    pub loss: f64,
}

/// How much a weight is held back, so that it stays finite where nobody ever chose otherwise.
const RESTRAINT: f64 = 0.1;

/// No weight changes by more than this at a step.
const LONGEST_STEP: f64 = 4.0;

/// More steps than are ever needed.
const STEPS: usize = 100;

/// Learns from choices.
pub(crate) fn learn<const N: usize>(choices: &[Choice<N>]) -> Liking<N> {
    let mut weights = [0.0; N];
    for _ in 0..STEPS {
        let mut slope = weights.map(|weight| -RESTRAINT * weight);
        let mut bend: [[f64; N]; N] =
            std::array::from_fn(|i| std::array::from_fn(|j| if i == j { RESTRAINT } else { 0.0 }));
        for choice in choices {
            let chances = chances(choice, &weights);
            let mut mean = [0.0; N];
            for (seen, chance) in choice.seen.iter().zip(&chances) {
                for i in 0..N {
                    mean[i] += chance * seen[i];
                }
            }
            for (seen, chance) in choice.seen.iter().zip(&chances) {
                for i in 0..N {
                    for j in 0..N {
                        bend[i][j] += chance * (seen[i] - mean[i]) * (seen[j] - mean[j]);
                    }
                }
            }
            for i in 0..N {
                slope[i] += choice.seen[choice.taken][i] - mean[i];
            }
        }
        let step = solved(bend, slope);
        let longest = step.iter().fold(0.0f64, |most, step| most.max(step.abs()));
        let part = (LONGEST_STEP / longest.max(LONGEST_STEP)).min(1.0);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += part * step;
        }
        if longest < 1e-6 {
            break;
        }
    }
    let surprise = |choice: &Choice<N>| -chances(choice, &weights)[choice.taken].log2();
    let loss = choices.iter().map(surprise).sum::<f64>() / choices.len().max(1) as f64;
    Liking { weights, loss }
}

/// How likely each alternative is taken.
fn chances<const N: usize>(choice: &Choice<N>, weights: &[f64; N]) -> Vec<f64> {
    let worth = |seen: &[f64; N]| seen.iter().zip(weights).map(|(seen, by)| seen * by).sum();
    let worths: Vec<f64> = choice.seen.iter().map(worth).collect();
    let most = worths.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = worths.into_iter().map(|worth| (worth - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The solution of linear equations with a symmetric and positive matrix.
fn solved<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for row in i + 1..N {
            let factor = matrix[row][i] / matrix[i][i];
            for column in i..N {
                matrix[row][column] -= factor * matrix[i][column];
            }
            right[row] -= factor * right[i];
        }
    }
    for i in (0..N).rev() {
        for column in i + 1..N {
            right[i] -= matrix[i][column] * right[column];
        }
        right[i] /= matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use wabe_rules::Dice;

    #[test]
    fn what_was_liked_is_found_again() {
        let truth = [2.0, -1.0, 0.5];
        let mut dice = Dice::new(4);
        let mut unit = || f64::from(dice.below(1 << 20)) / f64::from(1 << 20);
        let choices: Vec<Choice<3>> = (0..5000)
            .map(|_| {
                let seen = (0..6).map(|_| [unit(), 2.0 * unit(), unit()]).collect();
                let mut choice = Choice { seen, taken: 0 };
                let mut left = unit();
                let chances = chances(&choice, &truth);
                let taken = chances.iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
                choice.taken = taken.unwrap_or(5);
                choice
            })
            .collect();
        let Liking { weights, loss } = learn(&choices);
        for (found, truth) in weights.iter().zip(truth) {
            assert!((found - truth).abs() < 0.15, "{weights:?}");
        }
        assert!(loss < 6f64.log2(), "it is better than to know nothing: {loss}");
    }

    #[test]
    fn who_always_chooses_alike_is_liked_within_bounds() {
        let choice = Choice { seen: vec![[0.0], [1.0]], taken: 1 };
        let Liking { weights: [weight], loss } = learn(&vec![choice; 50]);
        assert!(weight > 2.0 && weight < 20.0, "{weight}");
        assert!(loss < 0.2, "{loss}");
        assert_eq!(learn::<2>(&[]).weights, [0.0; 2]);
    }
}
