import type { OpenParam } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { FoundApi } from './gate-apis.ts'

const shapes: Readonly<Record<OpenParam['type'], RegExp>> = {
  string: /^/,
  integer: /^-?\d{1,15}$/,
  number: /^-?\d{1,15}(\.\d{1,15})?$/,
  boolean: /^(true|false)$/,
}
const refuse = (field: string, msg: string) =>
  new AppError({ ...kernelErrors.invalid, msg }, { errors: [{ field, msg }] })

/**
 * The address that a call is forwarded to: the target, or the sandbox for a trial, with the parameters of the path, and
 * the query with defaults.
 * @throws `invalid` for a parameter that is missing, no value of its type, or set by the target itself
 */
export const buildTarget = ({ api, params }: FoundApi, query: string, target = api.target): URL => {
  const sent = new URLSearchParams(query)
  const added: string[] = []
  for (const { in: place, name, type, required, default: standard } of api.params) {
    const values = place === 'path' ? [params[name] ?? ''] : sent.getAll(name)
    if (values.length === 0 && standard !== '')
      added.push(`${encodeURIComponent(name)}=${encodeURIComponent(standard)}`)
    else if (values.length === 0 && required) throw refuse(name, t('缺少参数 {name}', { name }))
    if (values.some((value) => !shapes[type].test(value))) throw refuse(name, t('参数 {name} 的值不正确', { name }))
  }
  const url = new URL(
    target.replaceAll(/\{([A-Za-z0-9]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
  )
  // What the target says itself is not the caller's to say again: receivers differ in which of two values they take.
  for (const name of url.searchParams.keys())
    if (sent.has(name)) throw refuse(name, t('参数 {name} 不可传入', { name }))
  url.search = [url.search.slice(1), query, ...added].filter(Boolean).join('&')
  return url
}
