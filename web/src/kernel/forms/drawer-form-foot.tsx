import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'
import { CancelButton } from './cancel-button.tsx'
import type { FormStep } from './form-step.ts'

/** Another way to submit: 保存草稿 beside 发布. Enter takes it, for it stands first. */
export type SecondAct = {
  act: string
  /** Called before the form is submitted, with whether by the second act. */
  onChoose: (isSecond: boolean) => void
}
type DrawerFormFootProps = {
  formId: string
  busy: boolean
  /** Names what the form does. */
  act: string
  danger: boolean
  step: FormStep | undefined
  second: SecondAct | undefined
  onCancel: () => void
}

/** The buttons of a form in a drawer; those of a step lead to the others. */
export const DrawerFormFoot = ({ formId, busy, act, danger, step, second, onCancel }: DrawerFormFootProps) => (
  <div className="drawer-form-foot">
    <CancelButton busy={busy} onCancel={onCancel} />
    {step?.onBack && (
      <Button disabled={busy} onClick={step.onBack}>
        {t('上一步')}
      </Button>
    )}
    {second && (
      <Button submits form={formId} disabled={busy} onClick={() => second.onChoose(true)}>
        {second.act}
      </Button>
    )}
    <Button look="primary" danger={danger} submits form={formId} loading={busy} onClick={() => second?.onChoose(false)}>
      {step?.onNext ? t('下一步') : act}
    </Button>
  </div>
)
