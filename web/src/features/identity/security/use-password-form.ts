import { typedPassword } from '@atrium/contract/kernel/fields.ts'
import { findProblem, useStepForm } from './use-step-form.ts'

/** A form that asks for the current password only. */
export const usePasswordForm = () =>
  useStepForm({ password: '' }, ({ password }) => ({ password: findProblem(typedPassword, password) }))
