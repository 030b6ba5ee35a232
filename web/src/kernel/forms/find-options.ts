import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import type { Find } from '../../ui/use-found-options.ts'
import { call } from '../api/call.ts'
import { requestTo } from '../api/request-to.ts'

type FoundOption<X> = { value: string; label: string; extra: X }
type OptionsEndpoint<X> = Endpoint & { reply: z.ZodMiniType<FoundOption<X>[]> }
type Choice<X> = {
  /** Options that are not offered are left out, unless chosen. */
  isOffered?: (option: FoundOption<X>) => boolean
  toLabel?: (option: FoundOption<X>) => string
}

/** Finds the options of an autocomplete endpoint. */
export const findOptions =
  <X>(endpoint: OptionsEndpoint<X>, { isOffered = () => true, toLabel = ({ label }) => label }: Choice<X> = {}): Find =>
  async (keyword, chosen, signal) => {
    const request = requestTo<OptionsEndpoint<X>>({ params: { id: chosen || '0' }, query: { keyword } })
    const found = await call<OptionsEndpoint<X>>(endpoint, request, { signal })
    return found
      .filter((option) => option.value === chosen || isOffered(option))
      .map((option) => ({ value: option.value, label: toLabel(option) }))
  }
