/** What the path of a request names. */
export type Target = { kind: 'relation' | 'function' | 'root'; name: string }
