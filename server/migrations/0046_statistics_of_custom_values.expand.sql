-- How common a value is depends on its field: without this, a value of half the rows is expected in a few, and a page that is
-- filtered by one field and sorted by another reads them all.
create statistics custom_values__found (dependencies, mcv) on field_id, text_value from custom_values;
