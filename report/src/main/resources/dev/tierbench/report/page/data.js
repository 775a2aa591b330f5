// What the page carries.
const data = JSON.parse(document.getElementById('data').textContent);
