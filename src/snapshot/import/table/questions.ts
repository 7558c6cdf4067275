/** Says what is unclear about a guessed mapping. */
import type { ColumnFacts } from './column-facts.ts';
import type { GuessedColumn } from './guess-columns.ts';
import { COMMISSION, COMMISSION_UNIT, type ColumnMapping, type Mapping } from './mapping.ts';
import { currencyIn } from './numbers.ts';

/** Something about a table that its names and values leave open. */
export interface Question {
	readonly text: string;
	/** The possible answers. The first one is the guess, which the mapping contains. */
	readonly choices: readonly { readonly label: string; readonly change: (mapping: Mapping) => Mapping }[];
}

/** Whether a name says that a column holds percentages. */
export function isRate(name: string): boolean {
	return /%|percent|pct|prozent|pourcent|porcent|procent|satz\b|\brate\b|\btaux\b|\btasa\b|\btaxa\b|\btasso\b/i.test(
		name,
	);
}

/** Asks about columns whose names say nothing, dates with two readings, and numbers without a unit. */
export function* questionsAbout(guessed: readonly GuessedColumn[], mapping: Mapping): Generator<Question> {
	for (const { field, facts, isByValues } of guessed) {
		const { name } = facts;
		if (isByValues) {
			const text = `Is the column “${name}” the field ${field}? It has values such as ${examples(facts)}.`;
			yield {
				text,
				choices: [
					{ label: 'Yes', change: unchanged },
					{ label: 'No, ignore it', change: withoutColumn(name) },
				],
			};
		}
		const column = mapping.columns[name]!;
		if (column.dates !== undefined && facts.orders.size !== 1 && facts.ambiguousDates.length > 0) {
			const orders = [column.dates, column.dates === 'day-month' ? 'month-day' : 'day-month'] as const;
			const text = `Which comes first in dates such as ${facts.ambiguousDates[0]} in the column “${name}”?`;
			yield {
				text,
				choices: orders.map((dates) => ({ label: `the ${dates.split('-')[0]}`, change: withColumn(name, { dates }) })),
			};
		}
		if (field === COMMISSION && facts.numbers.length > 0 && !isRate(name) && currencyIn(name) === undefined) {
			if (!Object.values(mapping.columns).some((other) => other.field === COMMISSION_UNIT))
				yield unitQuestion(facts, column, mapping);
		}
	}
}

const UNIT_LABELS: { readonly [unit: string]: string } = {
	'%': 'percent',
	share: 'a share, so that 0.2 is 20%',
	none: 'neither (kept as text)',
};

function unitQuestion(facts: ColumnFacts, { unit }: ColumnMapping, { currency = 'USD' }: Mapping): Question {
	const units = [...new Set([unit ?? 'none', '%', currency, 'none'])];
	return {
		text: `What are numbers such as ${facts.numbers[0]} in the column “${facts.name}”?`,
		choices: units.map((choice) => ({
			label: UNIT_LABELS[choice] ?? `an amount in ${choice}`,
			change: withColumn(facts.name, { unit: choice === 'none' ? undefined : (choice as ColumnMapping['unit']) }),
		})),
	};
}

function examples({ values }: ColumnFacts): string {
	return [...new Set(values)].slice(0, 2).join(' and ');
}

function withColumn(name: string, change: Partial<ColumnMapping>): (mapping: Mapping) => Mapping {
	return (mapping) => ({
		...mapping,
		columns: { ...mapping.columns, [name]: { ...mapping.columns[name]!, ...change } },
	});
}

function withoutColumn(name: string): (mapping: Mapping) => Mapping {
	return (mapping) => ({
		...mapping,
		columns: Object.fromEntries(Object.entries(mapping.columns).filter(([column]) => column !== name)),
	});
}

const unchanged = (mapping: Mapping) => mapping;
