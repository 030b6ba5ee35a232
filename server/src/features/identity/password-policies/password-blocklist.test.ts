import { describe, expect, it } from 'vitest'
import { isBlocklistedPassword } from './password-blocklist.ts'

describe('password blocklist', () => {
  it.each([
    ['as it is listed', 'qwertyuiop'],
    ['in capitals', 'BaseBall'],
    ['with a digit and a sign at its end', 'Password1!'],
    ['with the usual substitutions', 'P@ssw0rd123!'],
    ['with a year', 'Qwerty#2024'],
    ['with 1 for i', 'M1chael#99'],
    ['with 1 for l', 'Footba1l#99'],
    ['with signs between its characters', 'a-b-c-1-2-3'],
    ['of one character', 'aaaaaaaa'],
    ['of one character, decorated', 'Aaaaaaa1!'],
    ['of digits in their order', '23456789'],
    ['of letters in their order', 'abcdefgh'],
    ['of letters backwards', 'Hgfedcba!1'],
  ])('contains common passwords %s', async (_, password) => {
    expect(await isBlocklistedPassword(password)).toBe(true)
  })

  it.each([
    'Admin#2026x',
    'Weak#Reader1',
    'Fresh#Pass99',
    'Strong#Pass1',
    'Quiet#River42',
    'correct horse battery',
    '春眠不觉晓处处闻啼鸟',
  ])('accepts %s', async (password) => {
    expect(await isBlocklistedPassword(password)).toBe(false)
  })
})
