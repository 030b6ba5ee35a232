import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { text, typedPassword } from '@atrium/contract/kernel/fields.ts'
import * as z from 'zod/mini'
import { call, callOrMore } from '../../kernel/api/call.ts'
import { agentName } from '../../ui/agent-name.ts'
import { readAgain } from './affected-reads.ts'
import { registerPasskey } from './register-passkey.ts'
import { problemOf, useStepForm } from './use-step-form.ts'

/** What 111 brings: what the authenticator has to sign, and the id to answer it with. */
const setUpShape = z.object({ uuid: z.string(), options: z.record(z.string(), z.unknown()) })

const { switchItem } = securityContract
export const longestName = 40

/** The form of a new passkey: a name to know it by, and the password; the browser does the rest. */
export const usePasskeyForm = () => {
  const form = useStepForm(
    { name: agentName(navigator.userAgent).slice(0, longestName), password: '' },
    ({ name, password }) => ({
      name: problemOf(text(longestName), name),
      password: problemOf(typedPassword, password),
    }),
  )
  const add = (onAdded: () => void) =>
    form.submit(async () => {
      const { name, password } = form.values
      const reply = await callOrMore(switchItem, { body: { item: 'passkey', on: true, password } })
      if (!reply.more) return
      const { uuid, options } = setUpShape.parse(reply.data)
      const attestation = await registerPasskey(options)
      await call(switchItem, { body: { item: 'passkey', on: true, uuid, attestation, name: name.trim() } })
      await readAgain()
      form.reset()
      onAdded()
    })
  return { ...form, add }
}
