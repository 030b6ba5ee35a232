import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { FormField } from '../../ui/form.tsx'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { LineInput } from '../../ui/line-input.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'
import { SearchMultiSelect } from '../../ui/search-multi-select.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { t } from '../../ui/texts.ts'
import { WordsInput } from '../../ui/words-input.tsx'
import { DateControl, DateTimeControl } from './date-time-control.tsx'
import { useFormRules } from './form-context.ts'

/** Fields are typed by the form's values, `<TextField<Values> name="code" />`: an unknown name does not compile. */
export type FieldProps<V> = {
  name: keyof NoInfer<V> & string
  /** For fields whose rule depends on another; otherwise derived from the schema. */
  required?: boolean
  disabled?: boolean
  help?: ReactNode
}

/** A labelled form control with validation. */
export const Field = <V,>({
  name,
  required,
  help,
  children,
}: Omit<FieldProps<V>, 'disabled'> & { children: ReactNode }) => {
  const { labels, isRequired, validate } = useFormRules()
  return (
    <FormField
      name={name}
      label={labels[name] ?? name}
      required={required ?? isRequired(name)}
      help={help}
      problem={() => validate(name)}
    >
      {children}
    </FormField>
  )
}

/** Too long text is marked and refused with the schema's message; nothing is truncated silently. */
type Text<V> = FieldProps<V> & { maxLength?: number; placeholder?: string }
const textProps = <V,>({ disabled = false, maxLength, placeholder }: Text<V>) => ({
  disabled,
  ...(maxLength === undefined ? {} : { count: { max: maxLength } }),
  ...(placeholder === undefined ? {} : { placeholder }),
})

export const TextField = <V,>(props: Text<V>) => (
  <Field<V> {...props}>
    <LineInput {...textProps(props)} />
  </Field>
)

export const TextAreaField = <V,>(props: Text<V>) => (
  <Field<V> {...props}>
    <TextArea {...textProps(props)} />
  </Field>
)

export const PasswordField = <V,>(props: Text<V>) => {
  const { markSecret } = useFormRules()
  useEffect(() => {
    markSecret(props.name)
  })
  return (
    <Field<V> {...props}>
      <SecretInput {...textProps(props)} />
    </Field>
  )
}

export const NumberField = <V,>({ disabled = false, ...field }: FieldProps<V>) => (
  <Field<V> {...field}>
    <NumberInput disabled={disabled} />
  </Field>
)

/** It is always on or off: nothing has to be filled in. */
export const SwitchField = <V,>({ disabled = false, ...field }: FieldProps<V>) => (
  <Field<V> {...field} required={false}>
    <Switch disabled={disabled} />
  </Field>
)

type SelectField<V> = FieldProps<V> & {
  options: readonly Option<string | number>[]
  placeholder?: string
  clearable?: boolean
}
export const SelectField = <V,>({
  disabled = false,
  options,
  placeholder = t('请选择'),
  clearable = false,
  ...field
}: SelectField<V>) => (
  <Field<V> {...field}>
    <Select disabled={disabled} options={options} placeholder={placeholder} clearable={clearable} />
  </Field>
)

type SearchSelectField<V> = FieldProps<V> & Pick<ComponentProps<typeof SearchSelect>, 'find' | 'placeholder'>
export const SearchSelectField = <V,>({
  disabled = false,
  find,
  placeholder = t('请选择'),
  ...field
}: SearchSelectField<V>) => (
  <Field<V> {...field}>
    <SearchSelect disabled={disabled} find={find} placeholder={placeholder} />
  </Field>
)

type SearchManyField<V> = FieldProps<V> & Pick<ComponentProps<typeof SearchMultiSelect>, 'find'>
export const SearchManyField = <V,>({ disabled = false, find, ...field }: SearchManyField<V>) => (
  <Field<V> {...field}>
    <SearchMultiSelect disabled={disabled} find={find} placeholder={t('请选择')} />
  </Field>
)

type WordsField<V> = FieldProps<V> & { placeholder: string }
export const WordsField = <V,>({ disabled = false, placeholder, ...field }: WordsField<V>) => (
  <Field<V> {...field}>
    <WordsInput disabled={disabled} placeholder={placeholder} />
  </Field>
)

export const JsonField = <V,>({ disabled = false, ...field }: FieldProps<V>) => {
  const { labels } = useFormRules()
  return (
    <Field<V> {...field}>
      <JsonEditor disabled={disabled} aria-label={labels[field.name] ?? field.name} />
    </Field>
  )
}

type RichTextField<V> = FieldProps<V> & {
  /** Stores pictures of the text: `pictureUpload` with the endpoint of the feature. */
  upload: (file: File) => Promise<string>
  placeholder?: string
}
export const RichTextField = <V,>({
  disabled = false,
  upload,
  placeholder = t('请输入正文'),
  ...field
}: RichTextField<V>) => {
  const { labels, noteUpload } = useFormRules()
  return (
    <Field<V> {...field}>
      <RichTextEditor
        disabled={disabled}
        aria-label={labels[field.name] ?? field.name}
        placeholder={placeholder}
        upload={upload}
        onUploading={noteUpload}
      />
    </Field>
  )
}

/** @public Features that `npm run new` makes have days. */
export const DateField = <V,>({ disabled = false, ...field }: FieldProps<V>) => (
  <Field<V> {...field}>
    <DateControl disabled={disabled} placeholder={t('请选择日期')} />
  </Field>
)

type DateTimeField<V> = FieldProps<V> & { placeholder: string }
export const DateTimeField = <V,>({ disabled = false, placeholder, ...field }: DateTimeField<V>) => (
  <Field<V> {...field}>
    <DateTimeControl disabled={disabled} placeholder={placeholder} />
  </Field>
)
