import { Form as KitForm } from 'antd'
import type { ReactNode } from 'react'
import './form.css'

export type FieldProblem = { field: string; msg: string }

/** What the owner of a form can do with it. */
export const useForm = () => {
  const [kit] = KitForm.useForm<Record<string, unknown>>()
  return {
    kit,
    values: (): Record<string, unknown> => kit.getFieldsValue(true),
    set: (name: string, value: unknown) => kit.setFields([{ name, value, errors: [] }]),
    /** Puts sentences under fields and the cursor into the first of them. */
    showProblems: (problems: readonly FieldProblem[]) => {
      kit.setFields(problems.map(({ field, msg }) => ({ name: field, errors: [msg] })))
      const [first] = problems
      if (first) kit.scrollToField(first.field, { focus: true, block: 'center' })
    },
  }
}
type FormHandle = ReturnType<typeof useForm>

type FormProps = {
  id: string
  handle: FormHandle
  initial: Readonly<Record<string, unknown>>
  /** Called when every field is right. */
  onSubmit: () => void
  children: ReactNode
}

/** A form with its labels above. Fields are judged when left and on submit; a wrong one again with every change. */
export const Form = ({ id, handle: { kit }, initial, onSubmit, children }: FormProps) => (
  <KitForm
    form={kit}
    name={id}
    layout="vertical"
    validateTrigger="onBlur"
    initialValues={initial}
    scrollToFirstError={{ focus: true, block: 'center' }}
    onFinish={onSubmit}
    onValuesChange={(changed: Record<string, unknown>) => {
      const wrong = Object.keys(changed).filter((name) => kit.getFieldError(name).length > 0)
      // The outcome is shown under the field; nobody waits for it.
      if (wrong.length > 0) kit.validateFields(wrong).catch(() => undefined)
    }}
  >
    {children}
  </KitForm>
)

/** Why the value is not right, as a sentence; undefined when it is. */
type Judge = () => string | undefined
const rulesOf = (problem: Judge) => [
  {
    validator: async () => {
      const sentence = problem()
      if (sentence) throw new Error(sentence)
    },
  },
]

type FormFieldProps = {
  name: string
  label: string
  required: boolean
  help?: ReactNode
  problem: Judge
  children: ReactNode
}

/** One labelled control of a form. */
export const FormField = ({ name, label, required, help, problem, children }: FormFieldProps) => (
  <KitForm.Item name={name} label={label} required={required} extra={help} rules={rulesOf(problem)}>
    {children}
  </KitForm.Item>
)

/** A control that brings its own label and says its own problem. */
export const BareField = ({ name, problem, children }: { name: string; problem: Judge; children: ReactNode }) => (
  <KitForm.Item name={name} noStyle rules={rulesOf(problem)}>
    {children}
  </KitForm.Item>
)

/** What is wrong with the field around this control; undefined when nothing is. */
export const useFieldProblem = (): string | undefined => {
  const [first] = KitForm.Item.useStatus().errors
  return first === undefined ? undefined : String(first)
}

/** The same, said below a control that says nothing itself. */
export const FieldAlert = () => {
  const problem = useFieldProblem()
  return (
    problem !== undefined && (
      <p className="field-alert" role="alert">
        {problem}
      </p>
    )
  )
}

/** The present value of another field. */
export const useFieldValue = (name: string): unknown => KitForm.useWatch(name)

/** A way to set another field's value from inside the form. */
export const useSetField = () => {
  const kit = KitForm.useFormInstance<Record<string, unknown>>()
  return (name: string, value: unknown) => kit.setFields([{ name, value, errors: [] }])
}

/** A way to read all values of the form from inside it, also those of fields that are not on screen. */
export const useFormValues = () => {
  const kit = KitForm.useFormInstance<Record<string, unknown>>()
  return (): Record<string, unknown> => kit.getFieldsValue(true)
}
