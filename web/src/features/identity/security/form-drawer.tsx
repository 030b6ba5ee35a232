import type { ComponentProps } from 'react'
import { StepDrawer } from './step-drawer.tsx'
import { StepFoot, StepForm } from './step-form.tsx'

type Props = Omit<ComponentProps<typeof StepDrawer>, 'foot'> &
  ComponentProps<typeof StepFoot> &
  ComponentProps<typeof StepForm>

/** A drawer with a single step. */
export const FormDrawer = ({ title, onClosed, children, onSubmit, ...foot }: Props) => (
  <StepDrawer title={title} exit={foot.exit} onClosed={onClosed} foot={<StepFoot {...foot} />}>
    <StepForm form={foot.form} onSubmit={onSubmit}>
      {children}
    </StepForm>
  </StepDrawer>
)
