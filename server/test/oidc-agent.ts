import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startProgram } from './outside-program.ts'

const run = promisify(execFile)
const program = 'oidc-agent'
/** Whether Debian's oidc-agent is installed. */
export const hasOidcAgent = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

type Account = { issuer: string; clientId: string; clientSecret: string; certificate: string; scope: string }

/** Starts an agent of its own. Programs end with `stopPrograms`. */
export const startOidcAgent = async () => {
  const home = await mkdtemp(join(tmpdir(), 'oidc-agent-'))
  const env = { ...process.env, HOME: home, OIDC_SOCK: join(home, 'agent.sock'), OIDC_ENCRYPTION_PW: 'secret' }
  const args = ['--console', '--quiet', `--socket-path=${env.OIDC_SOCK}`]
  await startProgram(program, args, { path: env.OIDC_SOCK }, { env, stdio: 'ignore' })
  return {
    /** Adds an account by the device flow. Takes what a person does with the code that is shown. */
    async signIn(
      name: string,
      { issuer, clientId, clientSecret, certificate, scope }: Account,
      type: (code: string) => Promise<void>,
    ) {
      const options = [
        `--issuer=${issuer}`,
        `--client-id=${clientId}`,
        `--client-secret=${clientSecret}`,
        `--scope=${scope}`,
      ]
      const quiet = [
        '--flow=device',
        `--cp=${certificate}`,
        '--pw-env',
        '--no-url-call',
        '--confirm-yes',
        '--redirect-uri=',
      ]
      const adding = run('oidc-gen', ['--manual', ...options, ...quiet, name], { env, timeout: 60_000 })
      let shown = ''
      let typed: Promise<void> | undefined
      const read = (text: string) => {
        shown += text
        const code = /[A-Z]{4}-[A-Z]{4}/.exec(shown)?.[0]
        if (code) typed ??= type(code)
      }
      adding.child.stdout?.on('data', read)
      adding.child.stderr?.on('data', read)
      await adding
      await typed
    },
    /** An access token, which the agent gets by the refresh token if its own does not last `seconds` more. */
    token: async (name: string, seconds: number) =>
      (await run('oidc-token', [`--time=${seconds}`, name], { env, timeout: 60_000 })).stdout.trim(),
  }
}
