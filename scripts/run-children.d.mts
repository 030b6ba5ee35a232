type Command = { file: string; args: readonly string[]; cwd?: string; env?: NodeJS.ProcessEnv }

export const endWithNpm: () => void
export const runTogether: (commands: readonly Command[]) => Promise<number>
