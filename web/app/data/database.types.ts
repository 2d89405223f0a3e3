// Placeholder until the types are generated from the database.
// oxlint-disable-next-line typescript/no-explicit-any
export type Database = any
