/**
 * The score of a report of Stryker as one line: the share of the mutants for which a test failed or ran too long. Mutants that did not run
 * are not in this share. The error is half the 95 % confidence interval, with the correction for samples of a finite population.
 */
export function describeScore({ files }) {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const [killed, timedOut, missed] = [count('Killed'), count('Timeout'), count('Survived', 'NoCoverage')];
  const run = killed + timedOut + missed;
  const all = mutants.length - count('Ignored');
  const share = (killed + timedOut) / run;
  const error = 1.96 * Math.sqrt((share * (1 - share) * (all - run)) / (run * (all - 1)));
  const percent = (value) => `${(100 * value).toFixed(1)} %`;
  return (
    `${run} of ${all} mutants ran (${count('Ignored')} ignored): ${killed + timedOut} noticed, ${timedOut} of them by ` +
    `their time limit; ${missed} not noticed. Score ${percent(share)} ± ${percent(error)}.`
  );
}
