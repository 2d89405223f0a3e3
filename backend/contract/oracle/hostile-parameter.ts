import { targetOf } from './canary-catalogue.ts'
import type { EmbedInfo, RelationInfo } from './catalogue.ts'
import { kinds } from './kinds.ts'
import { hostileText } from './hostile-text.ts'
import type { Random } from './random.ts'

type Parameter = [name: string, value: string]

export function hostileParameter(random: Random, relation: RelationInfo): Parameter {
  const make = random.oneIn(3) ? seeking : random.oneIn(2) ? placed : strewn
  return make(random, relation)
}

function text(random: Random): string {
  const bare = hostileText(random)
  return random.oneIn(2) ? `"${bare.replace(/["\\]/g, '\\$&')}"` : bare
}

const column = (random: Random, { columns }: RelationInfo) => random.pick(columns)

function placed(random: Random, relation: RelationInfo): Parameter {
  const { name, kind } = column(random, relation)
  const x = () => text(random)
  const operator = () =>
    random.pick(kinds[kind].operators.length > 0 ? kinds[kind].operators : ['eq'])
  const value = () => random.pick(kinds[kind].values)
  const json = relation.name === 'films' ? 'facts' : relation.name === 'samples' ? 'document' : name
  return random.pick<() => Parameter>([
    () => ['select', `${x()}:${name}`],
    () => ['select', `${name}::${x()}`],
    () => ['select', `a:${name}::${x()},${name}`],
    () => ['select', `${json}->${x()}`],
    () => ['select', `${json}->>${x()}`],
    () => ['select', `${json}->a->${x()}->>${x()}`],
    () => ['select', `${x()}:${json}->>${x()}::text`],
    () => ['select', `${name}.${random.pick(['max', 'count'])}()::${x()}`],
    () => ['select', `${x()}:count()`],
    () => [name, `${operator()}.${hostileText(random)}`],
    () => [name, `not.${operator()}.${x()}`],
    () => [name, `in.(${x()},${value()})`],
    () => [name, `${random.pick(['eq', 'gt', 'like'])}(any).{${x()}}`],
    () => [name, `fts(${hostileText(random)}).a`],
    () => [name, `wfts(english).${hostileText(random)}`],
    () => [`${json}->>${x()}`, `eq.${value()}`],
    () => [`${json}->${x()}->>b`, 'is.null'],
    () => ['or', `(${name}.${operator()}.${x()},${name}.is.null)`],
    () => ['and', `(${json}->>${x()}.eq.1)`],
    () => ['not.or', `(${name}.in.(${x()},${x()}))`],
    () => ['order', `${json}->>${x()}.desc`],
    () => ['order', `${name}.desc,${x()}`],
    () => ['columns', `${name},${x()}`],
    () => ['on_conflict', `${name},${x()}`],
    () => [
      random.pick(['limit', 'offset']),
      random.pick(['0', '1', '1e15', '-1', hostileText(random)]),
    ],
  ])()
}

const noteEmbed: EmbedInfo = { name: 'notes', to: 'notes', isToOne: false }

/** Generates parameters that try to read rows and columns that the caller must not see. */
function seeking(random: Random, relation: RelationInfo): Parameter {
  const embed = random.pick(relation.embeds.length > 0 ? relation.embeds : [noteEmbed])
  const within = targetOf(embed.to)
  const inner = random.pick(within.columns).name
  const deeper = random.pick(within.embeds.length > 0 ? within.embeds : [noteEmbed])
  const last = targetOf(deeper.to)
  const { name } = column(random, relation)
  const aggregate = () => random.pick(['max', 'min', 'sum', 'count', 'avg'])
  return random.pick<() => Parameter>([
    () => ['select', '*'],
    () => ['select', `${embed.name}(*)`],
    () => ['select', `*,${embed.name}!inner(${inner})`],
    () => ['select', `...${embed.name}(${inner})`],
    () => ['select', `${embed.name}(x:${inner}.${aggregate()}())`],
    () => ['select', `...${embed.name}(x:${inner}.${aggregate()}(),n:count())`],
    () => ['select', `${embed.name}(${deeper.name}(*))`],
    () => ['select', `...${embed.name}(...${deeper.name}(${random.pick(last.columns).name}))`],
    () => ['select', `x:${name}.${aggregate()}()`],
    () => ['select', `${name},n:count()`],
    () => ['select', `${embed.name}(${inner})&${embed.name.replace(/!.*/, '')}=not.is.null`],
    () => ['select', `*&order=${name}.desc`],
    () => [name, random.pick(['not.is.null', 'is.null', 'like.*', 'gte.0', 'like.mark*'])],
  ])()
}

function strewn(random: Random, relation: RelationInfo): Parameter {
  const { name } = column(random, relation)
  const x = () => hostileText(random)
  const embed = () =>
    random.pick(['notes', 'vault', 'films', 'people', 'parts', 'director_of', x()])
  return random.pick<() => Parameter>([
    () => ['select', x()],
    () => ['select', `*,${embed()}!${text(random)}(*)`],
    () => ['select', `${embed()}(${x()}),x:${embed()}(${x()})`],
    () => ['select', `${name}.${x()}()`],
    () => [name, `${x()}.1`],
    () => [name, `${x()}(${x()}).{${x()}}`],
    () => [name, `is.${x()}`],
    () => [x(), `eq.${x()}`],
    () => [x(), x()],
    () => [`${embed()}.${name}`, `eq.${x()}`],
    () => [`${embed()}.${random.pick(['order', 'limit', 'or', 'select'])}`, x()],
    () => [embed(), `is.${x()}`],
    () => ['and', x()],
    () => ['or', `(${name}.eq.1,and(${name}.${x()}.1,${x()}))`],
    () => ['order', `${embed()}(${name}),${x()}`],
    () => [random.pick(['a', 'maker', 'pattern', 'key', 'words', 'film']), x()],
  ])()
}
