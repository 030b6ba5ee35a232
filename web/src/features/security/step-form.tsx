import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Exit } from './use-exit.tsx'
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
    {form.general && (
      <p className="security-problem" role="alert">
        {form.general}
      </p>
    )}
    {children}
  </form>
)

type FootProps = {
  form: FormState
  exit: Pick<Exit, 'tryClose'>
  /** What the answer does: 开启, 下一步. */
  confirm: string
  danger?: boolean
}

/** The buttons below it; both show that a task runs (spec §4). */
export const StepFoot = ({ form, exit, confirm, danger = false }: FootProps) => (
  <>
    <Button onClick={exit.tryClose} icon={form.busy ? <Spinner /> : undefined}>
      取消
    </Button>
    <Button look="primary" danger={danger} submits form={form.id} loading={form.busy}>
      {confirm}
    </Button>
  </>
)
