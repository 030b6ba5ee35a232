import { Button } from '../../ui/button.tsx'
import { CancelButton } from './cancel-button.tsx'
import type { FormStep } from './form-step.ts'

type DrawerFormFootProps = {
  formId: string
  busy: boolean
  /** Names what the form does. */
  act: string
  danger: boolean
  step: FormStep | undefined
  onCancel: () => void
}

/** The buttons of a form in a drawer; those of a step lead to the others. */
export const DrawerFormFoot = ({ formId, busy, act, danger, step, onCancel }: DrawerFormFootProps) => (
  <div className="drawer-form-foot">
    <CancelButton busy={busy} onCancel={onCancel} />
    {step?.onBack && (
      <Button disabled={busy} onClick={step.onBack}>
        上一步
      </Button>
    )}
    <Button look="primary" danger={danger} submits form={formId} loading={busy}>
      {step?.onNext ? '下一步' : act}
    </Button>
  </div>
)
