import { listFeatureLoads } from './loaded-files.ts'
import { table } from './markdown-table.ts'

/** Rounded up, so that the page changes when a feature does and not with every file below it. */
const step = 10
const atMost = (loaded: ReadonlySet<string> | undefined) =>
  loaded ? String(Math.ceil(loaded.size / step) * step) : '–'

/** How many source files importing a feature loads, rounded up to tens. */
export const loadedFilesPage = (root: string) =>
  table(
    'Source files that a feature loads, at most',
    ['Feature', 'Its front door', 'The whole feature'],
    listFeatureLoads(root).map(({ feature, frontDoor, whole }) => [feature, atMost(frontDoor), atMost(whole)]),
  )
