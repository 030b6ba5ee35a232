import { typedPassword } from '@atrium/contract/kernel/fields.ts'
import { problemOf, useStepForm } from './use-step-form.ts'

/** The form of a step that asks for nothing but the current password. */
export const usePasswordQuestion = () =>
  useStepForm({ password: '' }, ({ password }) => ({ password: problemOf(typedPassword, password) }))
