import type { Channel } from './builtin-templates.ts'

/** A message as a provider gets it. */
export type Outgoing = {
  id: string
  channel: Channel
  to: string
  title: string
  text: string
  values: Record<string, string>
  /** The values the wording uses, in its order: what the template at an SMS service is filled with. */
  parameters: [name: string, value: string][]
  providerTemplate: string
}
export type Provider = {
  name: string
  /** Hands a message over. Out: what the provider calls it. Throws ProviderProblem. */
  send(outgoing: Outgoing): Promise<string>
}

/** Why a provider did not take a message, as a sentence for the send log. */
export class ProviderProblem extends Error {}
