-- Demo data whose loading was interrupted are removed from every table.
DROP TRIGGER IF EXISTS event_people_no_truncate ON event_people;
