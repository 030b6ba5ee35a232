import type { ModuleStage } from './module-stage.ts'

/** What a module does that the product does not allow: where, and as a sentence that names it. */
export type Fault = { readonly at: string; readonly says: string }
/** A rule of the product that holds for modules. `title` says what a module does that keeps it. */
export type Rule = {
  readonly title: string
  find(stage: ModuleStage): readonly Fault[] | Promise<readonly Fault[]>
}

/** A fault at an endpoint, a table or a column: `at`, and what is wrong with it. */
export const fault = (at: string, wrong: string): Fault => ({ at, says: `${at} ${wrong}` })
