import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { text, typedPassword } from '@atrium/contract/kernel/fields.ts'
import * as z from 'zod/mini'
import { call, callOrMore } from '../../../kernel/api/call.ts'
import { agentName } from '../../../ui/agent-name.ts'
import { refetchAffected } from './affected-reads.ts'
import { registerPasskey } from './register-passkey.ts'
import { findProblem, useStepForm } from './use-step-form.ts'

/** Data of code 111: the registration options, and the id to answer with. */
const setUpShape = z.object({ uuid: z.string(), options: z.record(z.string(), z.unknown()) })

const { switchItem } = securityContract
export const maxNameLength = 40

/** Adds a passkey: asks for a name and the password, then the browser registers it. */
export const usePasskeyForm = () => {
  const form = useStepForm(
    { name: agentName(navigator.userAgent).slice(0, maxNameLength), password: '' },
    ({ name, password }) => ({
      name: findProblem(text(maxNameLength), name),
      password: findProblem(typedPassword, password),
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
      await refetchAffected()
      form.reset()
      onAdded()
    })
  return { ...form, add }
}
