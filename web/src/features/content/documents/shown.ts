/** Where the bytes of a file come from: a version that the user may see, or an address that works by itself. */
export type Source = { id: string; number: number } | { url: string }
/** A file to show. */
export type Shown = { source: Source; title: string; mime: string; size: number }
