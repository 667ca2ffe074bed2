//! Dates in universal time.

use std::time::{Duration, SystemTime};

/// A date and the time since its midnight, in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Utc {
    pub year: u64,
    /// 1-12.
    pub month: u64,
    /// 1-31.
    pub day: u64,
    pub time: Duration,
}

impl Utc {
    /// The present moment.
    pub fn now() -> Self {
        Self::of(SystemTime::now())
    }

    /// Moments before 1970 count as its beginning.
    ///
    /// The civil calendar in eras of 400 years that begin on 1 March (Howard Hinnant,
    /// *chrono-Compatible Low-Level Date Algorithms*).
    pub fn of(time: SystemTime) -> Self {
        let since = time
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default();
        let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        let days = days + 719_468; // since 0000-03-01
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 {
            from_march + 3
        } else {
            from_march - 9
        };
        Self {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            time: Duration::new(seconds, since.subsec_nanos()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        let date = |days: u64| {
            let at = Utc::of(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400 + 7));
            assert_eq!(at.time, Duration::from_secs(7));
            (at.year, at.month, at.day)
        };
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(58), (1970, 2, 28));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_774), (2026, 11, 17));
        assert_eq!(date(47_540), (2100, 2, 28));
        assert_eq!(date(47_541), (2100, 3, 1));
        let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(Utc::of(before), Utc::of(SystemTime::UNIX_EPOCH));
    }
}
