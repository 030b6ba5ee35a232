import type { ParseArgsOptionsConfig } from 'node:util'

/** What a command gets: its arguments, and the folder that the product lies in. */
export type CommandInput = {
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  positionals: readonly string[]
  root: string
  env: NodeJS.ProcessEnv
  /** Prints one line. */
  print(line: string): void
}

/** One word of the program `atrium`. */
export type Command = {
  /** One line for the list of commands. */
  summary: string
  /** What follows `atrium WORD` in the usage; empty: nothing. */
  usage: string
  options?: ParseArgsOptionsConfig
  /** Fewest and most arguments beside the options; none by default. */
  positionals?: readonly [number, number]
  /**
   * Does it.
   * @returns the exit code
   * @throws an Error whose message is meant for the operator; the exit code is 1
   */
  run(input: CommandInput): Promise<number>
}
