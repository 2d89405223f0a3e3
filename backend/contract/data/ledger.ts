import type { ClientLedger, Shown } from '../client-ledger.ts'

const works = (...titles: string[]): Shown => ({ works: titles })

const filterNames =
  'eq neq gt gte lt lte like likeAllOf likeAnyOf ilike ilikeAllOf ilikeAnyOf regexMatch regexIMatch is isDistinct in notIn contains containedBy rangeGt rangeGte rangeLt rangeLte rangeAdjacent overlaps textSearch match not or filter'

/** A row of client-filters.test.ts for each filter. */
const filters = Object.fromEntries(
  filterNames
    .split(' ')
    .map((name) => [
      `PostgrestFilterBuilder.${name}`,
      works('client-filters > %s() keeps the rows it means', 'filters > %s'),
    ]),
)

/** Every method of @supabase/postgrest-js, and the tests that show it. */
export const ledger: ClientLedger = {
  'PostgrestClient.from': works(
    'client > select with head and count',
    'inserting > minimal: 201 and nothing else',
  ),
  'PostgrestClient.rpc': works(
    'client > calls functions with every kind of argument, by POST, GET and HEAD',
    'function-shapes > overloads are told apart by the names given',
    'functions > GET runs read-only',
  ),
  'PostgrestClient.schema': works(
    'client > speaks to another schema, and says which are there',
    'access > only exposed ones, by profile',
  ),
  'PostgrestClient.getOpenApiSpec': works(
    'client > reads the description of the data API',
    'openapi > only what the role may see',
  ),
  'PostgrestClient.decorateFetch': works('client > may be given a fetch of its own'),
  'PostgrestQueryBuilder.select': works(
    'client > select with head and count',
    'reading > aliases, casts, JSON paths and computed columns',
    'embedding > many to many, one to one, and three levels deep',
    'relationships > a function of the row embeds what it gives, to one or to many',
    'aggregates > by group of the columns beside them',
  ),
  'PostgrestQueryBuilder.insert': works(
    'client > insert, upsert, update and delete count what they touch',
    'inserting > values of every kind arrive unchanged',
    'inserting > many rows; differing keys become null, or the default when asked',
  ),
  'PostgrestQueryBuilder.upsert': works(
    'upserting > merge keeps the columns that were not given',
    'upserting > ignore leaves what is there and returns only what is new',
    'upserting > keys of two columns, and keys shown by a view',
  ),
  'PostgrestQueryBuilder.update': works('changing > only what the filters keep, 204 or the rows'),
  'PostgrestQueryBuilder.delete': works('changing > delete with filters, representation and count'),
  'PostgrestQueryBuilder.cloneRequestState': works('client > select with head and count'),
  ...filters,
  'PostgrestFilterBuilder.throwOnError': works(
    'client-filters > filters of an embed, and throwOnError()',
  ),
  'PostgrestTransformBuilder.select': works(
    'inserting > representation, with columns chosen, computed and embedded',
  ),
  'PostgrestTransformBuilder.order': works(
    'client > order, limit and range, of rows and of embeds',
    'filters > by the column of a to-one embed',
    'relationships > each column is a list, in the order asked for',
  ),
  'PostgrestTransformBuilder.limit': works(
    'client > order, limit and range, of rows and of embeds',
    'embedding > to many, with filter, order, limit and offset of their own',
  ),
  'PostgrestTransformBuilder.range': works(
    'client > order, limit and range, of rows and of embeds',
    'reading > Content-Range and 206 with a count, 200 without',
    'reading > the Range header',
  ),
  'PostgrestTransformBuilder.abortSignal': works('client > abortSignal() gives up'),
  'PostgrestTransformBuilder.single': works(
    'client > single() and maybeSingle(): one, none and many',
    'inserting > single() on a list of two stores neither',
  ),
  'PostgrestTransformBuilder.maybeSingle': works(
    'client > single() and maybeSingle(): one, none and many',
  ),
  'PostgrestTransformBuilder.csv': works('client > csv() and stripNulls()', 'reading > CSV'),
  'PostgrestTransformBuilder.geojson': {
    refused:
      'PostGIS is not in the PostgreSQL that comes along; where it is installed rows are sent as features',
    shown: ['client > geojson() is for databases with PostGIS'],
  },
  'PostgrestTransformBuilder.explain': works(
    'client > explain() of reads, writes and calls, where it is switched on',
    'aggregates > as text and as JSON, of the statement that would run',
  ),
  'PostgrestTransformBuilder.rollback': works(
    'client > rollback() and maxAffected()',
    'preferences > many that are rolled back hold up and spoil nobody',
  ),
  'PostgrestTransformBuilder.returns': works(
    'client > types that are only said, and errors that are thrown',
  ),
  'PostgrestTransformBuilder.maxAffected': works(
    'client > rollback() and maxAffected()',
    'function-shapes > max-affected undoes what goes beyond it, and needs rows to count',
  ),
  'PostgrestTransformBuilder.throwOnError': works(
    'client > types that are only said, and errors that are thrown',
  ),
  'PostgrestBuilder.throwOnError': works(
    'client > types that are only said, and errors that are thrown',
  ),
  'PostgrestBuilder.stripNulls': works(
    'client > csv() and stripNulls()',
    'reading > nulls stripped',
  ),
  'PostgrestBuilder.setHeader': works('client > headers of one request, and no retries'),
  'PostgrestBuilder.retry': works('client > headers of one request, and no retries'),
  'PostgrestBuilder.then': works('client > select with head and count'),
  'PostgrestBuilder.processResponse': works(
    'client > single() and maybeSingle(): one, none and many',
  ),
  'PostgrestBuilder.returns': works(
    'client > types that are only said, and errors that are thrown',
  ),
  'PostgrestBuilder.overrideTypes': works(
    'client > types that are only said, and errors that are thrown',
  ),
}
