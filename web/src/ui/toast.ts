import { copyText } from './copy-text.ts'
import './toast.css'

type Kind = 'success' | 'error' | 'warning'
type ToastOptions = {
  /** A second, quieter line: a trace id. */
  detail?: string
  /** What a click on that line copies; the toast then waits long enough to be clicked. */
  copies?: string
  /** A question somebody may have, and what answers it. */
  asks?: { text: string; run: () => void }
  seconds?: number
}

const mostAtOnce = 3
const marks: Record<Kind, string> = { success: '✓', error: '!', warning: '!' }
const leaving = 200

let region: HTMLElement | undefined

/** Made once, so that screen readers know the live regions before anything is said in them. */
const regionOnPage = (): HTMLElement => {
  if (region) return region
  region = document.createElement('div')
  region.className = 'toasts'
  // A popover lives in the top layer: a toast is seen above dialogs too.
  region.popover = 'manual'
  for (const [politeness, role] of [
    ['polite', 'status'],
    ['assertive', 'alert'],
  ] as const) {
    const list = document.createElement('div')
    list.className = 'toasts-list'
    list.setAttribute('aria-live', politeness)
    list.setAttribute('role', role)
    region.append(list)
  }
  document.body.append(region)
  return region
}

const raise = (element: HTMLElement) => {
  if (element.matches(':popover-open')) element.hidePopover()
  element.showPopover()
}

const remove = (element: Element) => {
  element.classList.add('toast-leaving')
  setTimeout(() => element.remove(), leaving)
}

const copyLine = (copies: string): HTMLElement => {
  const line = document.createElement('button')
  line.type = 'button'
  line.title = '点按复制'
  line.addEventListener('click', async () => {
    if (await copyText(copies)) line.textContent = '已复制'
  })
  return line
}
const askLine = ({ text, run }: NonNullable<ToastOptions['asks']>, toast: HTMLElement): HTMLElement => {
  const line = document.createElement('button')
  line.type = 'button'
  line.className = 'toast-detail'
  line.textContent = text
  line.addEventListener('click', () => {
    remove(toast)
    run()
  })
  return line
}
const elementOf = (kind: Kind, text: string, { detail, copies, asks }: ToastOptions): HTMLElement => {
  const element = document.createElement('div')
  element.className = `toast toast-${kind}`
  const mark = document.createElement('span')
  mark.className = 'toast-mark'
  mark.setAttribute('aria-hidden', 'true')
  mark.textContent = marks[kind]
  const words = document.createElement('span')
  words.className = 'toast-text'
  words.textContent = text
  element.append(mark, words)
  if (detail) {
    const line = copies ? copyLine(copies) : document.createElement('span')
    line.className = 'toast-detail'
    line.textContent = detail
    element.append(line)
  }
  if (asks) element.append(askLine(asks, element))
  return element
}

const show = (kind: Kind, text: string, options: ToastOptions = {}) => {
  const { copies, seconds = copies ? 6 : 2 } = options
  const host = regionOnPage()
  const shown = [...host.querySelectorAll('.toast:not(.toast-leaving)')]
  // Several calls failing for one reason are one piece of news.
  for (const each of shown) if (each.querySelector('.toast-text')?.textContent === text) each.remove()
  for (const oldest of shown.slice(0, Math.max(0, shown.length - mostAtOnce + 1))) oldest.remove()
  const element = elementOf(kind, text, options)
  host.querySelector(kind === 'error' ? '[role=alert]' : '[role=status]')?.append(element)
  raise(host)
  setTimeout(remove, seconds * 1000, element)
}

/** A short message at the top of the page, spoken by screen readers, gone after two seconds. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
}
