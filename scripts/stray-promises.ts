import ts from 'typescript'

const toPlace = (node: ts.Node) => {
  const file = node.getSourceFile()
  const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
  return { file: file.fileName, line, text: node.getText().replaceAll(/\s+/g, ' ').slice(0, 80) }
}
type Call = ts.CallExpression | ts.NewExpression
export type StrayPromise = ReturnType<typeof toPlace>

/** Of a function that may be asynchronous or not, as libraries have them, the other form is meant. */
const isPromise = (type: ts.Type): boolean => {
  if (!type.isUnion()) return ['Promise', 'PromiseLike'].includes(type.symbol?.name)
  return type.types.some(isPromise) && !type.types.some(({ flags }) => flags & ts.TypeFlags.Void)
}

/** Whether a chain ends with a handler of rejections. */
const isHandled = (node: ts.Expression): boolean => {
  if (ts.isParenthesizedExpression(node)) return isHandled(node.expression)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression: before } = node.expression
  if (name.text === 'finally') return isHandled(before)
  return name.text === 'catch' || (name.text === 'then' && node.arguments.length > 1)
}

/** What waits for the functions that it is given, though their type says that they return nothing. */
const waits = ['finally', 'register']
const isWaiting = (call: Call) =>
  ts.isPropertyAccessExpression(call.expression) && waits.includes(call.expression.name.text)

const { FirstAssignment, LastAssignment } = ts.SyntaxKind
const isAssignment = (node: ts.Expression) =>
  ts.isBinaryExpression(node) && node.operatorToken.kind >= FirstAssignment && node.operatorToken.kind <= LastAssignment
const isDropped = (node: ts.Node): node is ts.ExpressionStatement | ts.VoidExpression =>
  (ts.isExpressionStatement(node) && !ts.isVoidExpression(node.expression)) || ts.isVoidExpression(node)

/**
 * Promises whose rejection no one handles, which ends the process: a call whose promise is dropped (`void` drops it as
 * well), and an asynchronous function given to what does not wait for it, such as a timer or an emitter of events. A
 * promise that is assigned counts as kept.
 */
export const strayPromises = (program: ts.Program, files: readonly string[]): StrayPromise[] => {
  const checker = program.getTypeChecker()
  const found: StrayPromise[] = []
  const listResults = (type: ts.Type) =>
    (type.isUnion() ? type.types : [type])
      .flatMap((each) => each.getCallSignatures())
      .map((each) => each.getReturnType())
  const isExpectedVoid = (argument: ts.Expression) => {
    const expected = checker.getContextualType(argument)
    const results = expected ? listResults(expected) : []
    return results.length > 0 && results.every(({ flags }) => flags & ts.TypeFlags.Void)
  }
  const isStrayFunction = (argument: ts.Expression) => {
    if (ts.isArrowFunction(argument) && !ts.isBlock(argument.body) && isHandled(argument.body)) return false
    return isExpectedVoid(argument) && listResults(checker.getTypeAtLocation(argument)).some(isPromise)
  }
  const visit = (node: ts.Node): void => {
    if (isDropped(node)) {
      const { expression } = node
      const isKept = ts.isAwaitExpression(expression) || isAssignment(expression) || isHandled(expression)
      if (!isKept && isPromise(checker.getTypeAtLocation(expression))) found.push(toPlace(expression))
    }
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && !isWaiting(node))
      found.push(...(node.arguments ?? []).filter(isStrayFunction).map(toPlace))
    ts.forEachChild(node, visit)
  }
  for (const file of files) {
    const source = program.getSourceFile(file)
    if (source) visit(source)
  }
  return found
}
