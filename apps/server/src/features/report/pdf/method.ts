import type { AppliedRule } from '@airdeck/contract/limit/compliance';
import type { Words } from '../words.ts';
import { INK, type Paper } from './paper.ts';

/** How everything was computed, and the limits with the day from which they hold and how certain they are. */
export const drawMethod = async (
  paper: Paper,
  words: Words,
  { rules, packName, hoursKnown }: { rules: readonly AppliedRule[]; packName: string; hoursKnown: boolean },
): Promise<void> => {
  const { airReport, compliance } = words.texts;
  const { method } = airReport;
  paper.heading(method.title);
  const lines = hoursKnown ? method.text : [...method.text, method.hoursUnknown];
  for (const line of lines) paper.item('·', line, { size: 9 });
  paper.text(method.notice, { size: 9, bold: true });
  if (rules.length === 0) return;
  paper.heading(`${method.limits}: ${packName}`);
  await paper.table(
    [
      { header: compliance.rule, part: 3 },
      { header: method.averaging, part: 2 },
      { header: method.since, part: 1.6 },
      { header: method.certainty, part: 1.8 },
      { header: method.source, part: 4 },
    ],
    rules.map((rule) => [
      rule.recommended ? `${words.limit(rule)} (${compliance.recommended})` : words.limit(rule),
      `${compliance.averaging[rule.averaging]}, ${compliance.hours[rule.hours]}`,
      rule.valid_to === null ? rule.valid_from : `${rule.valid_from} ~ ${rule.valid_to}`,
      rule.draft ? compliance.draft : compliance.certainty[rule.certainty],
      rule.source,
    ]),
  );
  const drafts = rules.filter(({ draft }) => draft).length;
  if (drafts === 0) return;
  paper.text(`${words.counted(compliance, 'drafts', drafts)} ${compliance.draftText}`, { size: 9, color: INK.soft });
};
