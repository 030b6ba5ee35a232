type Command = { file: string; args: readonly string[]; cwd?: string; env?: NodeJS.ProcessEnv }

export const runTogether: (commands: readonly Command[]) => Promise<number>
