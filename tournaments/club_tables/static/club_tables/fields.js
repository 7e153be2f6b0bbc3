/** Fields whose text is sent: the user may type on before the answer. */

/**
 * Return a function that empties the fields once their text was accepted. It leaves text that was typed later.
 * @param {...any} fields
 */
export function emptyWhenTaken(...fields) {
  const sent = fields.map((field) => field.value);
  return () => {
    for (const [at, field] of fields.entries()) if (field.value === sent[at]) field.value = "";
  };
}
