/** Each step is validated before the next is shown; fields keep their values when they leave the screen. */
export type FormStep = {
  /** Absent in the first step. */
  onBack?: (() => void) | undefined
  /** Absent in the last step, which submits. */
  onNext?: (() => void) | undefined
  /** Shows the step with this field. */
  onProblem: (field: string) => void
}
