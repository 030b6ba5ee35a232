import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { toTitle } from '../architecture/expect-only.ts'
import { formatRoute, outsideTheCatalogue } from '../architecture/served-routes.ts'
import type { Answer } from '../matrix/sender.ts'
import { type Fault, fault, type Rule } from './fault.ts'
import type { ModuleStage } from './module-stage.ts'

const refusals = [100, 101, 400, 401, 403, 404, 415, 423, 429]
const isSound = ({ status, code }: Answer) => status < 500 && code >= 0 && code !== 500 && !refusals.includes(code)

const faultsOf = async (stage: ModuleStage, endpoint: Endpoint): Promise<Fault[]> => {
  const { callers, send } = stage
  const at = toTitle(endpoint)
  const { token: _, ...sample } = await stage.sampleFor(endpoint)
  const found: Fault[] = []
  const anonymous = await send(endpoint, sample)
  if (endpoint.access.kind !== 'public' && anonymous.code !== kernelErrors.signInFirst.code)
    found.push(fault(at, `answers a call without a token: ${anonymous.status}/${anonymous.code}`))
  const unprivileged = await send(endpoint, { ...sample, token: callers.unprivileged })
  if (endpoint.access.kind === 'permitted' && unprivileged.code !== kernelErrors.forbidden.code)
    found.push(fault(at, `answers a call without its permission: ${unprivileged.status}/${unprivileged.code}`))
  const { kind } = endpoint.access
  if (kind !== 'permitted')
    found.push(
      fault(at, `needs no permission (${kind}): ${kind === 'signedIn' ? 'every session' : 'everyone'} reaches it`),
    )
  const holder = await send(endpoint, { ...sample, token: callers.holder })
  if (!isSound(holder))
    found.push(fault(at, `has no sound sample, give it one in samples: ${holder.code} ${holder.text.slice(0, 200)}`))
  return found
}

/** Every route is declared, needs a permission, and is answered to those who hold it alone. */
export const access: Rule = {
  title: 'answers callers with its permissions alone',
  async find(stage) {
    const undeclared = stage
      .routes()
      .filter((route) => route.endpoint === undefined && !(formatRoute(route) in outsideTheCatalogue))
      .map((route) => fault(formatRoute(route), 'is served without a declaration: nothing says who may call it'))
    const found: Fault[] = []
    for (const endpoint of stage.endpoints) found.push(...(await faultsOf(stage, endpoint)))
    return [...undeclared, ...found]
  },
}
