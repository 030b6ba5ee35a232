import { Form as KitForm } from 'antd'
import type { ReactNode } from 'react'
import './form.css'

/** The path leads to a part of the field's value, where that has a control of its own. */
export type FieldProblem = { field: string; path?: readonly string[]; msg: string }

/** Handle of a form for its owner. */
export const useForm = () => {
  const [kit] = KitForm.useForm<Record<string, unknown>>()
  return {
    kit,
    values: (): Record<string, unknown> => kit.getFieldsValue(true),
    set: (name: string, value: unknown) => kit.setFields([{ name, value, errors: [] }]),
    /** Shows messages under fields and focuses the first of these fields. */
    showProblems: (problems: readonly FieldProblem[]) => {
      const toName = ({ field, path = [] }: FieldProblem) =>
        path.length > 0 && kit.getFieldInstance([field, ...path]) ? [field, ...path] : [field]
      kit.setFields(problems.map((problem) => ({ name: toName(problem), errors: [problem.msg] })))
      const [first] = problems
      if (first) kit.scrollToField(toName(first), { focus: true, block: 'center' })
    },
  }
}
export type FormHandle = ReturnType<typeof useForm>

type FormProps = {
  id: string
  handle: FormHandle
  initial: Readonly<Record<string, unknown>>
  /** Called when every field is valid. */
  onSubmit: () => void
  children: ReactNode
}

/** Form with labels above. Fields are validated on blur and on submit; invalid ones again on every change. */
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
      // The outcome is shown under the field.
      if (wrong.length > 0) kit.validateFields(wrong).catch(() => undefined)
    }}
  >
    {children}
  </KitForm>
)

/** Returns the message for an invalid value, else undefined. */
type Validate = () => string | undefined
const toRules = (problem: Validate) => [
  {
    validator: async () => {
      const sentence = problem()
      if (sentence) throw new Error(sentence)
    },
  },
]

type FormFieldProps = {
  /** Of the value, or the path to it inside of one. */
  name: string | readonly string[]
  label: string
  required: boolean
  help?: ReactNode
  problem: Validate
  children: ReactNode
}

/** One labelled form control. */
export const FormField = ({ name, label, required, help, problem, children }: FormFieldProps) => (
  <KitForm.Item
    name={typeof name === 'string' ? name : [...name]}
    label={label}
    required={required}
    extra={help}
    rules={toRules(problem)}
  >
    {children}
  </KitForm.Item>
)

/** A control with its own label and error message. */
export const BareField = ({ name, problem, children }: { name: string; problem: Validate; children: ReactNode }) => (
  <KitForm.Item name={name} noStyle rules={toRules(problem)}>
    {children}
  </KitForm.Item>
)

/** The problem of the surrounding field; undefined if valid. */
export const useFieldProblem = (): string | undefined => {
  const [first] = KitForm.Item.useStatus().errors
  return first === undefined ? undefined : String(first)
}

/** Shows the field's problem below a control without an error message of its own. */
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

/** Current value of another field. */
export const useFieldValue = (name: string): unknown => KitForm.useWatch(name)

/** Present values of all fields, also of those that are not shown; none before the form is drawn. */
export const useAllValues = (): Readonly<Record<string, unknown>> => {
  const form = KitForm.useFormInstance<Record<string, unknown>>()
  return KitForm.useWatch((values: Record<string, unknown>) => values, { form, preserve: true }) ?? {}
}

/** Returns a function that sets another field of the form. */
export const useSetField = () => {
  const kit = KitForm.useFormInstance<Record<string, unknown>>()
  return (name: string, value: unknown) => kit.setFields([{ name, value, errors: [] }])
}

/** Returns a function that reads all values of the form, including fields that are not rendered. */
export const useFormValues = () => {
  const kit = KitForm.useFormInstance<Record<string, unknown>>()
  return (): Record<string, unknown> => kit.getFieldsValue(true)
}
