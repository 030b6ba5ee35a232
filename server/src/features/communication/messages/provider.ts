import type { Channel } from './builtin-templates.ts'

/** A message as passed to a provider. */
export type Outgoing = {
  id: string
  channel: Channel
  to: string
  title: string
  text: string
  values: Record<string, string>
  /** Values of the wording's variables, in order: the parameters of the SMS provider's template. */
  parameters: [name: string, value: string][]
  providerTemplate: string
}
export type Provider = {
  name: string
  /**
   * Sends a message.
   * @returns the provider's receipt
   * @throws ProviderProblem
   */
  send(outgoing: Outgoing): Promise<string>
  /**
   * Signs in to the provider without sending anything, where it can.
   * @throws ProviderProblem
   */
  check?(): Promise<void>
}

/** Why a provider rejected a message, as shown in the send log. */
export class ProviderProblem extends Error {}
