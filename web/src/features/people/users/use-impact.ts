import { useFormImpact } from '../../../kernel/forms/use-form-impact.ts'

/** Ignores the handover, which the user chose in this form. */
const impactKey = (impact: object) => JSON.stringify({ ...impact, handover: null })

/**
 * Impact shown inside its own form.
 * @returns the impact to show and `confirms` for the write
 */
export const useImpact = <Impact extends object>() => useFormImpact<Impact>(impactKey)
