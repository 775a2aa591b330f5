// What the page carries.
export const data = JSON.parse(document.getElementById('data').textContent);
