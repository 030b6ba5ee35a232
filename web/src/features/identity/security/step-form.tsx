import type { ReactNode } from 'react'
import { CancelButton } from '../../../kernel/forms/cancel-button.tsx'
import type { DrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { Button } from '../../../ui/button.tsx'
import type { FormState } from './use-step-form.ts'

type FormProps = { form: FormState; onSubmit: () => void; children: ReactNode }

/** The form of one step. */
export const StepForm = ({ form, onSubmit, children }: FormProps) => (
  <form
    id={form.id}
    ref={form.element}
    className="security-form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {form.generalProblem && (
      <p className="security-problem" role="alert">
        {form.generalProblem}
      </p>
    )}
    {children}
  </form>
)

type FootProps = {
  form: FormState
  exit: Pick<DrawerExit, 'tryClose'>
  /** Label of the action: 开启, 下一步. */
  confirm: string
  danger?: boolean
}

/** Buttons below the form; both show a running task. */
export const StepFoot = ({ form, exit, confirm, danger = false }: FootProps) => (
  <>
    <CancelButton busy={form.busy} onCancel={exit.tryClose} />
    <Button look="primary" danger={danger} submits form={form.id} loading={form.busy}>
      {confirm}
    </Button>
  </>
)
